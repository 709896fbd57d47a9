// The flame graph: a canvas that draws the visible frames, and moves by mouse or keys.

const ROW = 19;
const MIN_PIXELS = 0.35;
/** A canvas has no more pixels in browsers. */
const MAX_HEIGHT = 15000;
const KINDS = {
  application: 'application', library: 'library', jdk: 'JDK', native: 'native', cpp: 'JVM (C++)', kernel: 'kernel',
  other: 'omitted', thread: 'threads',
};

class FlameGraph {
  /** `actions`: centre(name), finding(id), changed(). */
  constructor(profile, actions) {
    this.profile = profile;
    this.actions = actions;
    this.canvas = el('canvas', {
      tabIndex: 0, role: 'application',
      'aria-label': 'Flame graph. Arrow keys move between frames, Enter zooms, Escape zooms out, C shows callers and callees.',
    });
    this.scroller = el('div', { className: 'flame' }, this.canvas);
    this.status = el('p', { className: 'status', 'aria-live': 'polite' });
    this.pattern = null;
    this.matches = new Set();
    this.icicle = false;
    this.width = 'both';
    this.focused = 0;
    this.hovered = -1;
    this.canvas.addEventListener('mousemove', (event) => this.hover(event));
    this.canvas.addEventListener('mouseleave', () => { this.hovered = -1; hideTip(); this.draw(); });
    this.canvas.addEventListener('click', (event) => this.click(event));
    this.canvas.addEventListener('dblclick', (event) => this.doubleClick(event));
    this.canvas.addEventListener('keydown', (event) => this.key(event));
    this.canvas.addEventListener('blur', () => hideTip());
    new ResizeObserver(() => this.layout()).observe(this.scroller);
  }

  /** Shows another tree. The zoom goes to the same path there, as far as it exists. */
  show(view) {
    const path = this.view ? this.path(this.zoomed).map((node) => this.view.frame[node]) : [];
    this.view = view;
    this.zoomed = 0;
    for (const frame of path) {
      const child = view.children.get(this.zoomed * 1e6 + frame);
      if (child === undefined) {
        break;
      }
      this.zoomed = child;
    }
    this.focused = this.zoomed;
    this.same = this.profile.comparing ? new SamePlaces(view) : null;
    this.order();
    this.mark();
    this.search(this.pattern);
  }

  /** Nodes from below the root down to the node. */
  path(node) {
    const nodes = [];
    for (let at = node; at > 0; at = this.view.parent[at]) {
      nodes.unshift(at);
    }
    return nodes;
  }

  name(node) {
    return node === 0 ? 'all' : this.profile.frames[this.view.frame[node]].name;
  }

  kind(node) {
    return node === 0 ? 'thread' : this.profile.frames[this.view.frame[node]].kind;
  }

  /** What a node's width shows: of two recordings their mean, or one of them. */
  size(node) {
    if (!this.profile.comparing) {
      return this.view.weight(0, node);
    }
    if (this.width === 'both') {
      return this.view.weight(0, node) + this.view.weight(1, node);
    }
    return this.view.weight(this.width === 'before' ? 0 : 1, node);
  }

  /** Places all nodes: the largest child first, as parts of the root's width. */
  order() {
    const size = this.view.frame.length;
    this.x = new Float64Array(size);
    this.w = new Float64Array(size);
    this.depth = new Int32Array(size);
    const children = Array.from({ length: size }, () => null);
    const weights = Float64Array.from({ length: size }, (none, node) => this.size(node));
    for (let node = 1; node < size; node++) {
      if (weights[node] > 0) {
        const parent = this.view.parent[node];
        (children[parent] = children[parent] || []).push(node);
      }
    }
    this.children = children;
    const all = weights[0] || 1;
    this.w[0] = 1;
    for (let node = 0; node < size; node++) {
      this.depth[node] = node === 0 ? 0 : this.depth[this.view.parent[node]] + 1;
      let x = this.x[node];
      for (const child of (children[node] || []).sort((a, b) => weights[b] - weights[a])) {
        this.x[child] = x;
        this.w[child] = weights[child] / all;
        x += this.w[child];
      }
    }
    this.layout();
  }

  /** Nodes that findings begin at: drawn with a mark. */
  mark() {
    this.marks = new Map();
    const bySource = new Map();
    this.profile.sides.forEach((side) => Object.entries(side.marks).forEach(([finding, nodes]) => nodes.forEach((node) => bySource.set(node, finding))));
    this.view.source.forEach((source, node) => {
      if (source > 0 && bySource.has(source)) {
        this.marks.set(node, bySource.get(source));
      }
    });
  }

  /** Marks frames whose name holds the text, or fits it as a regular expression; returns the part of all that they hold. */
  search(text) {
    this.pattern = text || null;
    this.matches = new Set();
    this.matched = 0;
    if (text) {
      const fits = matcher(text);
      const fitting = this.profile.frames.map((frame) => fits(frame.name));
      const below = new Uint8Array(this.view.frame.length);
      for (let node = 1; node < below.length; node++) {
        const inside = below[this.view.parent[node]];
        const match = fitting[this.view.frame[node]];
        below[node] = inside || match ? 1 : 0;
        if (match) {
          this.matches.add(node);
          this.matched += inside ? 0 : this.size(node);
        }
      }
      this.matched /= this.size(0) || 1;
    }
    this.draw();
    return this.matched;
  }

  layout() {
    if (!this.view || this.scroller.clientWidth === 0) {
      return;
    }
    const from = this.depth[this.zoomed];
    let deepest = from;
    const limit = this.pixel() * MIN_PIXELS;
    for (let node = 0; node < this.depth.length; node++) {
      if (this.w[node] >= limit && this.inSight(node) && this.depth[node] > deepest) {
        deepest = this.depth[node];
      }
    }
    this.rows = deepest + 1;
    const height = Math.min(this.rows * ROW, MAX_HEIGHT);
    const ratio = window.devicePixelRatio || 1;
    const width = this.scroller.clientWidth;
    this.canvas.style.width = `${width}px`;
    this.canvas.style.height = `${height}px`;
    this.canvas.width = Math.round(width * ratio);
    this.canvas.height = Math.round(height * ratio);
    this.draw();
  }

  /** A pixel as part of the root's width. */
  pixel() {
    return this.w[this.zoomed] / Math.max(1, this.scroller.clientWidth);
  }

  inSight(node) {
    const left = this.x[this.zoomed];
    const right = left + this.w[this.zoomed];
    return this.x[node] < right - 1e-12 && this.x[node] + this.w[node] > left + 1e-12;
  }

  /** The rectangle of a node on the canvas. */
  box(node) {
    const scale = this.scroller.clientWidth / this.w[this.zoomed];
    const left = Math.max(0, (this.x[node] - this.x[this.zoomed]) * scale);
    const right = Math.min(this.scroller.clientWidth, (this.x[node] + this.w[node] - this.x[this.zoomed]) * scale);
    const row = this.icicle ? this.depth[node] : this.rows - 1 - this.depth[node];
    return { left, width: right - left, top: row * ROW };
  }

  draw() {
    if (this.view && !this.pending) {
      this.pending = requestAnimationFrame(() => { this.pending = 0; this.paint(); });
    }
  }

  paint() {
    const context = this.canvas.getContext('2d');
    const ratio = window.devicePixelRatio || 1;
    const height = this.canvas.height / ratio;
    const colours = palette();
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, this.canvas.width, this.canvas.height);
    context.font = colours.font;
    context.textBaseline = 'middle';
    const limit = this.pixel() * MIN_PIXELS;
    this.drawn = [];
    const visit = (node) => {
      if (this.w[node] < limit || !this.inSight(node)) {
        return;
      }
      const box = this.box(node);
      if (box.top > -ROW && box.top < height) {
        this.frame(context, node, box, colours);
        this.drawn.push(node);
      }
      (this.children[node] || []).forEach(visit);
    };
    visit(0);
    for (const node of [this.focused, this.hovered]) {
      if (node >= 0 && (node !== this.focused || document.activeElement === this.canvas)) {
        const box = this.box(node);
        context.strokeStyle = colours.text;
        context.lineWidth = 2;
        context.strokeRect(box.left + 1, box.top + 1, Math.max(1, box.width - 3), ROW - 3);
      }
    }
  }

  frame(context, node, box, colours) {
    const width = Math.max(0.5, box.width - (box.width > 3 ? 1 : 0));
    const faded = (this.pattern && !this.matches.has(node)) || this.depth[node] < this.depth[this.zoomed];
    context.globalAlpha = faded ? 0.35 : 1;
    context.fillStyle = this.profile.comparing ? this.changeColour(node, colours) : colours.kinds[this.kind(node)];
    context.fillRect(box.left, box.top, width, ROW - 1);
    context.globalAlpha = 1;
    if (this.matches.has(node)) {
      context.fillStyle = colours.match;
      context.fillRect(box.left, box.top, width, 3);
    }
    const marked = this.marks.has(node);
    if (marked && width > 2) {
      context.strokeStyle = colours.mark;
      context.lineWidth = 2;
      context.strokeRect(box.left + 1, box.top + 1, Math.max(0.5, width - 2), ROW - 3);
    }
    if (width > 26) {
      const label = (marked ? '◆ ' : '') + printable(this.name(node));
      context.fillStyle = faded ? colours.text : (this.profile.comparing ? colours.text : colours.inks[this.kind(node)]);
      context.fillText(this.fit(context, label, width - 8), box.left + 4, box.top + ROW / 2);
    }
  }

  /** The name in so many pixels: without its package first, then cut. All characters are as wide as the first. */
  fit(context, label, width) {
    this.letter = this.letter || context.measureText('m').width;
    const letters = Math.floor(width / this.letter);
    if (label.length <= letters) {
      return label;
    }
    const marked = label.startsWith('◆ ');
    const short = (marked ? '◆ ' : '') + shortName(marked ? label.slice(2) : label);
    return short.length <= letters ? short : letters < 3 ? '' : `${short.slice(0, letters - 1)}…`;
  }

  /** Orange for more, blue for less, the deeper the larger the change; grey where it may be chance. */
  changeColour(node, colours) {
    const change = this.same.change(node);
    if (!change.certain) {
      return colours.same;
    }
    const step = Math.min(3, Math.ceil(Math.abs(change.value) * 3.2));
    return (change.value > 0 ? colours.more : colours.less)[Math.max(0, step - 1)];
  }

  at(event) {
    const bounds = this.canvas.getBoundingClientRect();
    const x = event.clientX - bounds.left;
    const y = event.clientY - bounds.top;
    return (this.drawn || []).find((node) => {
      const box = this.box(node);
      return x >= box.left && x < box.left + Math.max(1, box.width) && y >= box.top && y < box.top + ROW;
    }) ?? -1;
  }

  hover(event) {
    const node = this.at(event);
    if (node !== this.hovered) {
      this.hovered = node;
      this.canvas.style.cursor = node >= 0 ? 'pointer' : 'default';
      this.draw();
    }
    if (node >= 0) {
      showTip(this.describe(node), event.clientX, event.clientY);
    } else {
      hideTip();
    }
  }

  click(event) {
    const node = this.at(event);
    if (node < 0) {
      return;
    }
    if (event.shiftKey || event.ctrlKey || event.metaKey) {
      this.centre(node);
    } else {
      this.zoom(node);
    }
  }

  doubleClick(event) {
    const node = this.at(event);
    if (node >= 0 && this.marks.has(node)) {
      this.actions.finding(this.marks.get(node));
    }
  }

  centre(node) {
    if (node > 0 && this.kind(node) !== 'thread') {
      this.actions.centre(this.name(node));
    }
  }

  zoom(node) {
    const height = this.canvas.height;
    this.zoomed = node;
    this.focused = node;
    this.layout();
    if (!this.icicle && height > 0) { // the frame stays where it was: rows come and go above it
      window.scrollBy(0, (this.canvas.height - height) / (window.devicePixelRatio || 1));
    }
    this.say(node);
    this.actions.changed();
  }

  /** Moves by keys: to the caller, to the largest callee, to neighbours of the same depth. */
  key(event) {
    const { parent } = this.view;
    const node = this.focused;
    const siblings = node === 0 ? [0] : this.children[parent[node]];
    const down = (this.children[node] || [])[0] ?? node;
    const up = node === 0 ? 0 : parent[node];
    const moves = {
      ArrowUp: this.icicle ? up : down,
      ArrowDown: this.icicle ? down : up,
      ArrowLeft: siblings[Math.max(0, siblings.indexOf(node) - 1)],
      ArrowRight: siblings[Math.min(siblings.length - 1, siblings.indexOf(node) + 1)],
      Home: 0,
    };
    if (event.key in moves) {
      this.focused = moves[event.key];
      if (!this.inSight(this.focused)) {
        this.zoomed = this.focused;
        this.layout();
      }
      this.reveal(this.focused);
      this.say(this.focused);
    } else if (event.key === 'Enter' || event.key === ' ') {
      this.zoom(node);
    } else if (event.key === 'Escape') {
      this.zoom(0);
    } else if (event.key === 'c') {
      this.centre(node);
    } else if (event.key === 'f' && this.marks.has(node)) {
      this.actions.finding(this.marks.get(node));
    } else {
      return;
    }
    event.preventDefault();
    this.draw();
  }

  reveal(node) {
    const top = this.canvas.getBoundingClientRect().top + this.box(node).top;
    const bar = 48; // the page's head, which stays
    if (top < bar) {
      window.scrollBy(0, top - bar);
    } else if (top + ROW > window.innerHeight) {
      window.scrollBy(0, top + ROW - window.innerHeight);
    }
  }

  say(node) {
    this.status.textContent = this.describe(node).map((line) => line.text).join(' · ');
  }

  /** The line that most of a frame's stacks go through. */
  line(node) {
    const line = this.view.source[node] > 0 ? this.profile.line[this.view.source[node]] : 0;
    return line > 0 ? `, line ${line}` : '';
  }

  /** What the tip says of a node. */
  describe(node) {
    const { view, profile } = this;
    const lines = [
      { text: printable(this.name(node)), className: 'name' },
      { text: node === 0 ? 'all stacks' : KINDS[this.kind(node)] + this.line(node) },
    ];
    profile.sides.forEach((side, at) => {
      const before = profile.comparing ? `${at === 0 ? 'before' : 'after'}: ` : '';
      lines.push({ text: before + amount(profile, view.weights[at].samples[node], view.weights[at].nanos[node], view.share(at, node), view.weights[at].samples[0]) });
      const own = view.self[at];
      if (own.samples[node] > 0) {
        lines.push({ text: `${before}itself: ${amount(profile, own.samples[node], own.nanos[node], null, 0)}` });
      }
    });
    if (profile.comparing) {
      const change = this.same.change(node);
      lines.push({ text: change.certain ? `${change.value > 0 ? 'more' : 'less'} per ${profile.unit}: ${change.text}${change.of === null ? '' : ` in ${printable(shortName(this.name(change.of)))}`}` : 'the difference may be chance' });
    }
    if (this.marks.has(node)) {
      lines.push({ text: `◆ ${this.actions.findingTitle(this.marks.get(node))}`, className: 'mark' });
    }
    return lines;
  }
}

/** `12.3 % ± 1.0 · 1.24 s · 124 samples`; estimates have no interval, and their samples are no measure. */
function amount(profile, samples, nanos, share, all) {
  const parts = [];
  if (share !== null) {
    parts.push(percent(share) + (profile.estimated ? '' : plusMinus(share, all)));
  }
  if (nanos > 0) {
    parts.push(seconds(nanos));
  }
  parts.push(profile.estimated ? `estimated from ${plural(samples, 'sample')}` : plural(samples, 'sample'));
  return parts.join(' · ');
}

/**
 * Compares two recordings by place: a frame of the program by its callers in the program, one of the JDK, native code or the
 * kernel by its name below the same frame of the program. So a buffer that was put between two frames changes neither. A frame
 * that is there in one recording only takes the change of its caller.
 */
class SamePlaces {
  constructor(view) {
    this.view = view;
    const size = view.frame.length;
    this.place = new Int32Array(size);
    this.sums = [];
    const frames = view.profile.frames;
    const ids = new Map();
    const owner = new Int32Array(size); // the place of the nearest frame of the program
    for (let node = 0; node < size; node++) {
      const ofProgram = node === 0 || !['jdk', 'native', 'cpp', 'kernel'].includes(frames[view.frame[node]].kind);
      const above = node === 0 ? -1 : owner[view.parent[node]];
      const key = node === 0 ? 'all' : `${above} ${view.frame[node]}`;
      if (!ids.has(key)) {
        ids.set(key, this.sums.length);
        this.sums.push({ weights: [0, 0], samples: [0, 0] });
      }
      const place = ids.get(key);
      this.place[node] = place;
      owner[node] = ofProgram ? place : above;
      let nested = false;
      for (let at = view.parent[node]; node > 0 && at > 0 && owner[at] === above && !nested; at = view.parent[at]) {
        nested = this.place[at] === place;
      }
      if (!nested) {
        [0, 1].forEach((side) => {
          this.sums[place].weights[side] += view.weight(side, node);
          this.sums[place].samples[side] += view.weights[side].samples[node];
        });
      }
    }
  }

  /** After against before, in parts of the larger one; certain beyond twice the error of both counts. */
  change(node) {
    let at = node;
    while (at > 0 && this.sums[this.place[at]].weights.includes(0) && this.inserted(at)) {
      at = this.view.parent[at];
    }
    const { weights: [before, after], samples: [n, m] } = this.sums[this.place[at]];
    const error = Math.sqrt((n > 0 ? (before * before) / n : 0) + (m > 0 ? (after * after) / m : 0));
    const larger = Math.max(before, after);
    return {
      of: at === node ? null : at,
      value: larger > 0 ? (after - before) / larger : 0,
      certain: larger > 0 && Math.abs(after - before) > 1.96 * error && n + m >= 8,
      text: before === 0 ? 'new' : after === 0 ? 'gone' : `${after > before ? '+' : '−'}${Math.abs((after / before - 1) * 100).toFixed(1)} %`,
    };
  }

  inserted(node) {
    return ['jdk', 'native', 'cpp', 'kernel'].includes(this.view.profile.frames[this.view.frame[node]].kind);
  }
}

/** A text as a filter of names: a regular expression where it is one, else what the name must hold; case counts if it has any. */
function matcher(text) {
  const flags = text === text.toLowerCase() ? 'i' : '';
  try {
    const expression = new RegExp(text, flags);
    return (name) => expression.test(name);
  } catch (notOne) {
    return (name) => name.includes(text);
  }
}
