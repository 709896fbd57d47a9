// Puts the page together, and keeps its parts in step: one choice of metric, time and centre for all of them.

const tip = document.getElementById('tip');

function showTip(lines, x, y) {
  tip.replaceChildren(...lines.map((line) => el('div', { className: line.className || '' }, line.text)));
  tip.hidden = false;
  const { width, height } = tip.getBoundingClientRect();
  tip.style.left = `${Math.max(4, Math.min(x + 14, window.innerWidth - width - 8))}px`;
  tip.style.top = `${y + 18 + height > window.innerHeight ? y - height - 10 : y + 18}px`;
}

function hideTip() {
  tip.hidden = true;
}

let colours = null;

/** The colours of the style sheet, for the canvases; they change with the theme. */
function palette() {
  if (!colours) {
    const style = getComputedStyle(document.documentElement);
    const value = (name) => style.getPropertyValue(`--${name}`).trim();
    const kinds = Object.keys(KINDS);
    colours = {
      text: value('text'), dim: value('dim'), match: value('match'), mark: value('mark'), same: value('same'), font: `12px ${value('mono')}`,
      kinds: Object.fromEntries(kinds.map((kind) => [kind, value(`kind-${kind}`)])),
      inks: Object.fromEntries(kinds.map((kind) => [kind, value(`ink-${kind}`) || value('ink')])),
      lanes: [0, 1, 2, 3, 4, 5].map((lane) => value(`lane${lane}`)),
      more: [1, 2, 3].map((step) => value(`more${step}`)), less: [1, 2, 3].map((step) => value(`less${step}`)),
    };
  }
  return colours;
}

class Page {
  constructor(data) {
    this.data = data;
    this.comparing = data.reports.length === 2;
    this.profile = new Profile(data.graph);
    this.state = { metric: 'system', byThread: false, reversed: false };
    this.shared = new URLSearchParams(location.hash.split('?')[1] || '');
    this.withNative = false;
    this.main = document.getElementById('top');
    this.hasStacks = this.profile.sides.some((side) => side.totals.samples > 0);
    if (!this.profile.sides.some((side) => side.totals.systemSamples > 0 || side.totals.systemNanos > 0)) {
      this.state.metric = 'cpu';
    }
    this.state.metric = this.shared.get('metric') || this.state.metric;
    this.state.byThread = this.shared.has('threads');
    this.state.reversed = this.shared.has('reversed');
    this.firstMetric = this.shared.has('metric') ? '' : this.state.metric;
    this.scale();
    this.build();
    this.theme();
    this.keys();
  }

  /** Two recordings are compared by unit of work or time, as the comparison does. */
  scale() {
    this.profile.unit = this.comparing ? this.data.comparison.per : '';
    if (this.comparing) {
      const all = this.data.comparison.changes.find((change) => change.subject === 'cpu');
      const seen = this.profile.sides.map((side) => (side.totals.nanos > 0 ? side.totals.nanos : side.totals.samples));
      this.profile.sides.forEach((side, at) => {
        const rate = at === 0 ? all.before : all.after;
        side.factor = seen[at] > 0 && rate > 0 ? rate / seen[at] : 1;
      });
    }
  }

  build() {
    const { data } = this;
    const actions = { centre: (name) => this.centre(name, true), showInGraph: (finding, at) => this.showInGraph(finding, at) };
    const programs = [...new Set(data.programs)].map(printable).join(' and ');
    const parts = [el('h1', {}, programs || 'recording', this.comparing ? el('small', {}, ' before and after') : null)];
    if (this.comparing) {
      parts.push(section('changes', 'What changed', changes(data.comparison)));
    }
    data.reports.forEach((report, at) => {
      const name = this.comparing ? (at === 0 ? 'Before' : 'After') : '';
      parts.push(section(`overview${at || ''}`, name || 'Overview', overview(data, at), recordings(report), this.accountOf(report, at)));
    });
    data.reports.forEach((report, at) => {
      const title = this.comparing ? `Findings ${at === 0 ? 'before' : 'after'}` : 'Findings';
      parts.push(section(`findings${at || ''}`, `${title} (${report.findings.filter((finding) => !finding.facts.faint).length})`, findings(data, at, actions)));
    });
    if (this.hasStacks) {
      parts.push(...this.stacks());
    } else {
      parts.push(el('p', { className: 'note' }, 'The recording has no CPU samples: there is no flame graph.'));
    }
    if (Object.keys(data.rules).length) {
      parts.push(section('rules', 'Rules', rulePages(data.rules)));
    }
    parts.push(el('footer', {}, `perfhint ${data.reports[0].tool.version}. Self-contained file; no network access.`));
    this.main.append(...parts);
    const linked = [...this.main.querySelectorAll('section')].map((part) => el('a', { href: `#${part.id}` }, part.querySelector('h2').textContent.replace(/ \(.*/, '')));
    document.getElementById('nav').append(...linked);
    window.addEventListener('hashchange', () => { openTarget(); this.remember(); });
    openTarget();
    if (this.hasStacks) {
      this.refresh();
      this.open();
    }
  }

  /** Shows what the page's address asks for. */
  open() {
    const { shared } = this;
    (shared.get('range') || '').split(',').forEach((range, at) => {
      const [from, to] = range.split('-').map(Number);
      if (this.timelines[at] && to > from) {
        this.timelines[at].choose([from, to]);
      }
    });
    this.searchBox.value = shared.get('search') || '';
    this.search();
    let node = 0;
    for (const frame of (shared.get('zoom') || '').split('.').filter(Boolean)) {
      node = this.graph.view.children.get(node * 1e6 + Number(frame)) ?? node;
    }
    if (node > 0) {
      this.graph.zoom(node);
    }
    this.firstCentred = this.firstCentre();
    this.centre(shared.get('method') || this.firstCentred, false);
    this.opened = true;
  }

  /** Keeps the view in the page's address, for whoever gets the link. */
  remember() {
    if (!this.opened) {
      return;
    }
    const { state, graph } = this;
    const entries = {
      metric: state.metric === this.firstMetric ? '' : state.metric, threads: state.byThread ? '1' : '', reversed: state.reversed ? '1' : '',
      icicle: graph.icicle ? '1' : '', search: this.searchBox.value, zoom: graph.path(graph.zoomed).map((node) => graph.view.frame[node]).join('.'),
      method: this.centred === this.firstCentred ? '' : this.centred,
      range: this.timelines.map((timeline) => (timeline.range || []).join('-')).join(',').replace(/^,$/, ''),
    };
    const chosen = new URLSearchParams(Object.entries(entries).filter(([, value]) => value));
    const place = location.hash.split('?')[0];
    if (`${chosen}` !== (location.hash.split('?')[1] || '')) {
      history.replaceState(null, '', `${place || '#graph'}${`${chosen}` ? `?${chosen}` : ''}`);
    }
  }

  accountOf(report, at) {
    const shown = account(report, at);
    return shown ? [el('h3', {}, 'System CPU by cause'), shown] : null;
  }

  stacks() {
    const { profile } = this;
    this.graph = new FlameGraph(profile, {
      centre: (name) => this.centre(name, true), changed: () => this.path(),
      finding: (id) => this.goTo(id),
      findingTitle: (id) => this.findingTitle(id),
    });
    this.graph.icicle = this.shared.has('icicle');
    this.hotspotTable = new HotspotTable(profile, (name) => this.centre(name, true));
    this.butterflyTable = new ButterflyTable(profile, (name) => this.centre(name, true));
    this.timelines = profile.sides.map((side, at) => new Timeline(profile, at, this.comparing ? ['Timeline before', 'Timeline after'][at] : 'Timeline', (range) => this.select(at, range)));
    const timed = profile.sides.some((side) => side.hasSlices);
    const native = el('label', {}, el('input', { type: 'checkbox', onchange: (event) => { this.withNative = event.target.checked; this.refreshTables(); } }), ' native and kernel functions');
    return [
      timed ? section('timeline', 'Timeline', this.timelines.map((timeline, at) => [this.comparing ? el('h3', {}, at === 0 ? 'before' : 'after') : null, timeline.element]),
        el('p', { className: 'dim' }, `Drag to select a range: tables and graph follow. The timeline is aggregated per application method; methods below ${percent(profile.sides[0].minSeriesShare)} of the samples are grouped as [other].`)) : null,
      section('graph', 'Flame graph', this.toolbar(), this.crumbs = el('p', { className: 'crumbs' }), this.graph.scroller, this.graph.status, this.legend(), this.prunedNote()),
      section('hotspots', 'Hotspots', el('div', { className: 'toolbar' }, this.hotspotTable.filter, native), this.hotspotTable.note, this.hotspotTable.table.element),
      section('butterfly', 'Callers and callees', el('div', { className: 'toolbar' }, this.butterflyTable.back), this.butterflyTable.element),
    ].filter(Boolean);
  }

  toolbar() {
    const choice = (name, options, chosen, choose) => el('fieldset', {}, el('legend', {}, name), options.map(([value, label]) => el('label', {},
      el('input', { type: 'radio', name, value, checked: value === chosen, onchange: () => choose(value) }), el('span', {}, label))));
    const toggle = (label, hint, checked, change) => el('label', { className: 'toggle', title: hint }, el('input', { type: 'checkbox', checked, onchange: (event) => change(event.target.checked) }), el('span', {}, label));
    this.searchBox = el('input', { type: 'search', id: 'search', placeholder: 'search (/)', 'aria-label': 'Search frames: text or a regular expression', oninput: () => this.search() });
    this.matched = el('output', { id: 'matched' });
    return el('div', { className: 'toolbar' },
      choice('metric', [['system', 'system CPU'], ['cpu', 'all CPU']], this.state.metric, (metric) => this.change({ metric })),
      this.comparing ? choice('width', [['both', 'both'], ['before', 'before'], ['after', 'after']], 'both', (width) => { this.graph.width = width; this.graph.order(); this.search(); }) : null,
      toggle('icicle', 'The root on top', this.graph.icicle, (on) => { this.graph.icicle = on; this.graph.layout(); this.remember(); }),
      toggle('reversed', 'Innermost frames first, then their callers', this.state.reversed, (reversed) => this.change({ reversed })),
      toggle('by thread', 'A tree for each thread group', this.state.byThread, (byThread) => this.change({ byThread })),
      this.searchBox, this.matched,
      el('button', { type: 'button', onclick: () => { this.searchBox.value = ''; this.search(); this.graph.zoom(0); } }, 'reset'));
  }

  legend() {
    if (this.comparing) {
      const steps = [['less3', 'less than half'], ['less1', 'less'], ['same', 'same, or may be chance'], ['more1', 'more'], ['more3', 'more than double']];
      return el('div', { className: 'legend' }, steps.map(([colour, label]) => el('span', {}, el('i', { className: `dot ${colour}` }), label)));
    }
    const used = new Set(this.profile.frames.map((frame) => frame.kind));
    return el('div', { className: 'legend' }, Object.entries(KINDS).filter(([kind]) => used.has(kind) && kind !== 'thread').map(([kind, label]) => el('span', {}, el('i', { className: `dot ${kind}` }), label)),
      el('span', {}, el('i', { className: 'dot marked' }), '◆ finding (double-click to open)'), el('span', { className: 'dim' }, 'click: zoom · Shift-click: callers and callees'));
  }

  prunedNote() {
    const { profile } = this;
    const kept = profile.frame.length - 1;
    return el('p', { className: 'dim', id: 'pruned' }, profile.pruned
      ? `${count(kept)} of ${count(profile.allFrames)} frames; those below ${percent(profile.minShare, 4)} of the CPU are grouped as [other] in their caller. Sums are complete.`
      : `${plural(profile.allFrames, 'frame')}, sorted by size.`);
  }

  change(choice) {
    Object.assign(this.state, choice);
    this.refresh();
  }

  select(at, range) {
    this.profile.sides[at].range = range;
    const chosen = this.timelines.filter((timeline) => timeline.range);
    const chip = document.getElementById('range-chip');
    chip.hidden = chosen.length === 0;
    chip.querySelector('span').textContent = chosen.map((timeline) => timeline.rangeText()).join('; ');
    chip.querySelector('button').onclick = () => chosen.forEach((timeline) => timeline.choose(null));
    this.refresh();
  }

  refresh() {
    this.graph.show(new View(this.profile, this.state));
    this.search();
    this.path();
    this.timelines.forEach((timeline) => timeline.show(this.state.metric));
    this.refreshTables();
  }

  refreshTables() {
    const { profile, state } = this;
    this.total = profile.sides.map((side) => {
      const sum = zero();
      profile.rows(side, state.metric, (node, thread, samples, nanos) => add(sum, samples, nanos));
      return sum;
    });
    const exact = this.exactRows();
    const rows = exact || hotspots(profile, state.metric, this.withNative);
    for (const row of rows) {
      row.sides.forEach((one, at) => {
        one.exclusiveShare = part({ samples: one.exclusive, nanos: one.exclusiveNanos }, this.total[at]);
        one.inclusiveShare = part({ samples: one.inclusive, nanos: one.inclusiveNanos }, this.total[at]);
      });
    }
    const what = state.metric === 'system' ? 'system CPU' : 'all CPU';
    const note = this.ranged() ? `Shares are of the ${what} in the selected range (${this.total.map((sum) => amount(profile, sum.samples, sum.nanos, null, 0)).join('; ')}), by each stack's application frame.`
      : `Shares are of the ${what}: ${this.total.map((sum) => amount(profile, sum.samples, sum.nanos, null, 0)).join(' before, ')}${this.comparing ? ' after' : ''}.`
        + (exact || !profile.pruned ? '' : ' Frames omitted from this page count as [other].');
    this.hotspotTable.show(rows, note);
    if (this.centred) {
      this.centre(this.centred, false);
    }
  }

  ranged() {
    return this.profile.sides.some((side) => side.range);
  }

  /** The report's list, where it is of the selection shown. */
  exactRows() {
    if (this.comparing || this.state.metric !== 'system' || this.ranged() || this.withNative) {
      return null;
    }
    const kinds = new Map(this.profile.frames.filter((frame) => frame.java).map((frame) => [frame.name, frame.kind]));
    return this.data.reports[0].hotspots.map((row) => ({
      name: row.method, kind: kinds.get(row.method) || (row.kind === 'java' ? 'jdk' : row.kind),
      sides: [{ exclusive: row.exclusive, inclusive: row.inclusive, exclusiveNanos: row.exclusiveNanos, inclusiveNanos: row.inclusiveNanos }],
    }));
  }

  firstCentre() {
    const first = this.data.reports[0].findings[0];
    const rows = this.hotspotTable.rows.filter((row) => !row.name.startsWith('['));
    const largest = rows.reduce((best, row) => (best === null || row.sides[0].exclusiveNanos + row.sides[0].exclusive > best.sides[0].exclusiveNanos + best.sides[0].exclusive ? row : best), null);
    const ofFinding = first && `${first.site.class}.${first.site.method}`;
    return rows.some((row) => row.name === ofFinding) ? ofFinding : largest ? largest.name : null;
  }

  centre(name, move) {
    if (!name) {
      return;
    }
    this.centred = name;
    const frame = this.profile.frames.find((one) => one.name === name);
    const native = this.withNative || (frame && !frame.java);
    const known = this.exactRows()?.find((row) => row.name === name);
    const found = butterfly(this.profile, this.state.metric, native, name);
    this.butterflyTable.show(name, frame ? frame.kind : 'other', found,
      known && !native ? known.sides.map((side) => ({ samples: side.inclusive, nanos: side.inclusiveNanos })) : null, this.total);
    this.remember();
    if (move) {
      document.getElementById('butterfly').scrollIntoView({ block: 'start' });
      this.butterflyTable.element.focus({ preventScroll: true });
    }
  }

  search() {
    const share = this.graph.search(this.searchBox.value);
    this.matched.textContent = this.searchBox.value ? `${percent(share)} matched` : '';
    this.remember();
  }

  path() {
    const nodes = [0, ...this.graph.path(this.graph.zoomed)];
    const shown = nodes.length > 6 ? [nodes[0], -1, ...nodes.slice(-4)] : nodes;
    this.crumbs.replaceChildren(...shown.flatMap((node, at) => [at ? ' › ' : '', node < 0 ? '…' : el('button', { type: 'button', onclick: () => this.graph.zoom(node) }, printable(shortName(this.graph.name(node))))]));
    this.remember();
  }

  goTo(id) {
    const at = this.data.reports.findIndex((report) => report.findings.some((finding) => finding.id === id));
    location.hash = `#${findingId({ id }, at)}`;
  }

  findingTitle(id) {
    const finding = this.data.reports.flatMap((report) => report.findings).find((one) => one.id === id);
    return finding ? `${gain(finding).join(' ')}: ${finding.rule}` : id;
  }

  showInGraph(finding, at) {
    if (!this.hasStacks) {
      return;
    }
    const marked = [...this.graph.marks].filter(([node, id]) => id === finding.id);
    const largest = marked.sort((a, b) => this.graph.size(b[0]) - this.graph.size(a[0]))[0];
    if (largest) {
      this.graph.zoom(this.graph.view.parent[largest[0]]);
      this.graph.focused = largest[0];
      this.graph.say(largest[0]);
    }
    document.getElementById('graph').scrollIntoView({ block: 'start' });
    this.graph.reveal(this.graph.focused);
    this.graph.canvas.focus({ preventScroll: true });
  }

  theme() {
    const dark = matchMedia('(prefers-color-scheme: dark)');
    const choices = ['auto', 'light', 'dark'];
    const button = document.getElementById('theme');
    let choice = 'auto';
    const set = (theme) => {
      document.documentElement.dataset.theme = theme === 'auto' ? (dark.matches ? 'dark' : 'light') : theme;
      button.textContent = choice;
      this.recolour();
    };
    this.nextTheme = () => {
      choice = choices[(choices.indexOf(choice) + 1) % choices.length];
      set(choice);
    };
    button.addEventListener('click', this.nextTheme);
    dark.addEventListener('change', () => set(choice));
    let folded = [];
    window.addEventListener('beforeprint', () => {
      folded = [...document.querySelectorAll('article details:not([open])')];
      folded.forEach((one) => { one.open = true; });
      set('light');
      if (this.graph) {
        this.graph.layout();
        this.graph.paint();
        this.timelines.forEach((timeline) => timeline.draw());
      }
    });
    window.addEventListener('afterprint', () => {
      folded.forEach((one) => { one.open = false; });
      set(choice);
    });
    set(choice);
  }

  recolour() {
    colours = null;
    if (this.graph) {
      this.graph.draw();
      this.timelines.forEach((timeline) => timeline.draw());
    }
  }

  keys() {
    const help = document.getElementById('help');
    const keys = [['/', 'search the flame graph'], ['Escape', 'leave the search, zoom out, close'], ['arrows', 'in the graph: move between frames; in the timeline: move the selected range, Shift widens it'],
      ['Enter', 'zoom to the frame'], ['c', 'callers and callees of the frame'], ['f', 'the finding at the frame'], ['Backspace', 'previous method'], ['t', 'light, dark, as the system'], ['?', 'this list']];
    help.append(el('h2', {}, 'Keys'), el('dl', {}, keys.flatMap(([key, what]) => [el('dt', {}, el('kbd', {}, key)), el('dd', {}, what)])), el('button', { type: 'button', onclick: () => help.close() }, 'close'));
    document.getElementById('keys').addEventListener('click', () => help.showModal());
    document.addEventListener('keydown', (event) => {
      const typing = event.target.matches('input, textarea');
      if (typing && event.key === 'Escape') {
        event.target.value = '';
        event.target.dispatchEvent(new Event('input'));
        event.target.blur();
      } else if (typing || event.ctrlKey || event.metaKey || event.altKey) {
        return;
      } else if (event.key === '/' && this.searchBox) {
        event.preventDefault();
        document.getElementById('graph').scrollIntoView({ block: 'start' });
        this.searchBox.focus({ preventScroll: true });
      } else if (event.key === '?') {
        help.showModal();
      } else if (event.key === 't') {
        this.nextTheme();
      } else if (event.key === 'Backspace' && this.butterflyTable && !this.butterflyTable.back.disabled) {
        this.butterflyTable.goBack();
      }
    });
  }
}

/** Opens what the address points into. */
function openTarget() {
  const [id, view] = location.hash.slice(1).split('?');
  const target = document.getElementById(decodeURIComponent(id));
  if (target && target.tagName === 'DETAILS') {
    target.open = true;
  }
  if (target && (view || target.tagName === 'DETAILS')) {
    target.scrollIntoView({ block: 'start' });
  }
}

new Page(JSON.parse(document.getElementById('data').textContent));
// when all of it was drawn, for measurements
requestAnimationFrame(() => requestAnimationFrame(() => { document.documentElement.dataset.openMillis = Math.round(performance.now()); }));
