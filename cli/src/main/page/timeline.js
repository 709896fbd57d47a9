// What was sampled when, by thread group: a range of it limits tables and graph.

const LANES = 5;

class Timeline {
  /** `select(range)` is called with [from, to) in slices, or null for all. */
  constructor(profile, side, label, select) {
    this.profile = profile;
    this.side = profile.sides[side];
    this.select = select;
    this.range = null;
    this.canvas = el('canvas', {
      tabIndex: 0, role: 'slider', 'aria-label': `${label}: arrow keys choose a part, with Shift they widen it, Escape shows all`,
      'aria-valuemin': '0', 'aria-valuemax': String(this.side.lastSlice),
    });
    this.legend = el('div', { className: 'legend' });
    this.status = el('p', { className: 'status', 'aria-live': 'polite' });
    this.element = el('div', { className: 'timeline' }, this.canvas, this.legend, this.status);
    this.canvas.addEventListener('mousedown', (event) => this.press(event));
    this.canvas.addEventListener('mousemove', (event) => this.describe(event));
    this.canvas.addEventListener('mouseleave', () => hideTip());
    this.canvas.addEventListener('keydown', (event) => this.key(event));
    new ResizeObserver(() => this.draw()).observe(this.element);
  }

  show(metric) {
    this.metric = metric;
    this.timed = this.profile.timed(this.side, metric);
    const lanes = this.profile.timeline(this.side, metric)
      .map((lane) => ({ name: this.profile.threads[lane.thread], values: this.timed ? lane.nanos : lane.samples, samples: lane.samples }))
      .map((lane) => ({ ...lane, sum: lane.values.reduce((a, b) => a + b, 0) }))
      .filter((lane) => lane.sum > 0)
      .sort((a, b) => b.sum - a.sum);
    this.lanes = lanes.slice(0, LANES);
    if (lanes.length > LANES) {
      const rest = { name: `${lanes.length - LANES} more thread groups`, values: new Float64Array(SLICES), samples: new Float64Array(SLICES), sum: 0 };
      for (const lane of lanes.slice(LANES)) {
        for (let slice = 0; slice < SLICES; slice++) {
          rest.values[slice] += lane.values[slice];
          rest.samples[slice] += lane.samples[slice];
        }
        rest.sum += lane.sum;
      }
      this.lanes.push(rest);
    }
    const all = this.lanes.reduce((sum, lane) => sum + lane.sum, 0) || 1;
    this.legend.replaceChildren(...this.lanes.map((lane, at) => el('span', {}, el('i', { className: `dot lane${at}` }), `${printable(lane.name)} ${percent(lane.sum / all)}`)));
    this.draw();
  }

  draw() {
    const width = this.element.clientWidth;
    if (!this.lanes || width === 0) {
      return;
    }
    const height = 130;
    const ratio = window.devicePixelRatio || 1;
    this.canvas.width = Math.round(width * ratio);
    this.canvas.height = Math.round(height * ratio);
    this.canvas.style.width = `${width}px`;
    this.canvas.style.height = `${height}px`;
    const context = this.canvas.getContext('2d');
    const colours = palette();
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.font = colours.font;
    const floor = height - 20;
    const step = width / this.side.end;
    let highest = 0;
    for (let slice = 0; slice < this.side.lastSlice; slice++) {
      highest = Math.max(highest, this.lanes.reduce((sum, lane) => sum + lane.values[slice], 0));
    }
    for (let slice = 0; slice < this.side.lastSlice; slice++) {
      let top = floor;
      const inside = !this.range || (slice >= this.range[0] && slice < this.range[1]);
      context.globalAlpha = inside ? 1 : 0.25;
      this.lanes.forEach((lane, at) => {
        const tall = highest > 0 ? (lane.values[slice] / highest) * (floor - 16) : 0;
        context.fillStyle = colours.lanes[at];
        context.fillRect(slice * step, top - tall, Math.max(1, step - 1), tall);
        top -= tall;
      });
    }
    context.globalAlpha = 1;
    if (this.range) {
      context.strokeStyle = colours.text;
      context.lineWidth = 1.5;
      context.strokeRect(this.range[0] * step + 0.75, 1, (Math.min(this.range[1], this.side.end) - this.range[0]) * step - 1.5, floor - 1);
    }
    this.axis(context, colours, width, floor, highest);
  }

  axis(context, colours, width, floor, highest) {
    const all = this.seconds(this.side.end);
    const rough = all / Math.max(2, width / 110);
    const power = 10 ** Math.floor(Math.log10(rough));
    const unit = [1, 2, 5, 10].map((n) => n * power).find((n) => n >= rough);
    context.fillStyle = colours.dim;
    context.textBaseline = 'alphabetic';
    for (let time = 0; time <= all; time += unit) {
      const x = (time / all) * width;
      context.fillRect(x, floor, 1, 4);
      const text = `${Number(time.toPrecision(6))} s`;
      context.fillText(text, Math.min(x + 3, width - context.measureText(text).width), floor + 16);
    }
    if (highest > 0 && this.timed) {
      context.fillText(`${(highest / this.side.widthNanos).toFixed(2)} CPUs${this.metric === 'system' ? ', in the kernel' : ''}`, 2, 11);
    }
  }

  slice(event) {
    const bounds = this.canvas.getBoundingClientRect();
    const at = Math.floor(((event.clientX - bounds.left) / bounds.width) * this.side.end);
    return Math.max(0, Math.min(this.side.lastSlice - 1, at));
  }

  press(event) {
    event.preventDefault();
    this.canvas.focus();
    hideTip();
    const first = this.slice(event);
    let moved = false;
    const move = (next) => {
      const last = this.slice(next);
      moved = moved || last !== first;
      if (moved) {
        this.range = [Math.min(first, last), Math.max(first, last) + 1];
        this.draw();
      }
    };
    const release = () => {
      window.removeEventListener('mousemove', move);
      window.removeEventListener('mouseup', release);
      const again = this.range && !moved && first >= this.range[0] && first < this.range[1] && this.range[1] - this.range[0] === 1;
      this.choose(moved ? this.range : again ? null : [first, first + 1]);
    };
    window.addEventListener('mousemove', move);
    window.addEventListener('mouseup', release);
  }

  key(event) {
    const last = this.side.lastSlice;
    const [from, to] = this.range || [0, 1];
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (event.key === 'Escape') {
      this.choose(null);
    } else if (step !== 0 && event.shiftKey) {
      this.choose([from, Math.max(from + 1, Math.min(last, to + step))]);
    } else if (step !== 0) {
      const moved = this.range ? Math.max(0, Math.min(last - (to - from), from + step)) : 0;
      this.choose([moved, moved + (to - from)]);
    } else {
      return;
    }
    event.preventDefault();
  }

  choose(range) {
    this.range = range && range[0] === 0 && range[1] >= this.side.lastSlice ? null : range;
    this.status.textContent = this.range ? `${this.rangeText()} selected` : '';
    this.canvas.setAttribute('aria-valuenow', String(this.range ? this.range[0] : 0));
    this.canvas.setAttribute('aria-valuetext', this.range ? this.rangeText() : 'all of the recording');
    this.draw();
    this.select(this.range);
  }

  rangeText() {
    return this.span(...this.range);
  }

  span(from, to) {
    return `${this.seconds(from).toFixed(2)} to ${this.seconds(Math.min(to, this.side.end)).toFixed(2)} s`;
  }

  seconds(slice) {
    return (slice * this.side.widthNanos) / 1e9;
  }

  describe(event) {
    if (event.buttons || !this.lanes) {
      return;
    }
    const slice = this.slice(event);
    const lines = [{ text: this.span(slice, slice + 1), className: 'name' }];
    this.lanes.filter((lane) => lane.samples[slice] > 0 || lane.values[slice] > 0).forEach((lane) => lines.push({
      text: `${printable(lane.name)}: ${this.timed ? `${seconds(lane.values[slice])} · ` : ''}${plural(lane.samples[slice], 'sample')}`,
    }));
    showTip(lines, event.clientX, event.clientY);
  }
}
