// The stacks of the page's data as typed columns, and their weights under a choice of metric and time.

const OTHER = '[other]';
const SLICES = 64;
const NO_SLICES = -1;
const THREAD_SLICES = -2;

/** The stacks of one recording, or of two that are compared. */
class Profile {
  constructor(graph) {
    this.estimated = graph.estimated;
    this.allFrames = graph.allFrames;
    this.minShare = graph.minShare;
    this.threads = graph.threads;
    this.frames = graph.method.map((method, frame) => {
      const owner = graph.classes[graph.class[frame]];
      return {
        name: owner ? `${owner}.${method}` : method,
        kind: owner === '' && method === OTHER ? 'other' : graph.kind[frame],
        java: owner !== '',
        application: graph.application[frame] === 1,
      };
    });
    this.otherFrame = this.frames.length;
    this.frames.push({ name: OTHER, kind: 'other', java: false, application: false });
    this.threadFrames = this.threads.map((name) => this.frames.push({ name, kind: 'thread', java: false, application: false }) - 1);
    this.frame = Int32Array.from(graph.frame);
    this.parent = Int32Array.from(graph.up, (step, node) => node - step);
    this.parent[0] = -1;
    this.line = Int32Array.from(graph.line);
    this.sides = graph.sides.map((side) => this.side(side));
    this.comparing = this.sides.length === 2;
  }

  get pruned() {
    return this.minShare > 0;
  }

  side(data) {
    const size = data.node.length;
    const system = Float64Array.from(data.nanos);
    const systemSamples = Float64Array.from(data.samples);
    for (let row = 0, next = 0; row < size; row++) {
      if (data.system[row] === 0) {
        system[row] = systemSamples[row] = 0;
      } else if (data.system[row] === 2) {
        systemSamples[row] = data.partialSamples[next];
        system[row] = data.partialNanos[next++];
      }
    }
    const side = {
      node: Int32Array.from(data.node),
      thread: Int32Array.from(data.thread),
      cpu: { samples: Float64Array.from(data.samples), nanos: Float64Array.from(data.nanos) },
      system: { samples: systemSamples, nanos: system },
      totals: data.totals,
      marks: data.marks,
      widthNanos: data.slices.widthNanos,
      threadSeries: shares(data.slices.threads),
      frameSeries: shares(data.slices.frames),
      minSeriesShare: data.slices.minShare,
      range: null,
      factor: 1,
    };
    side.hasSlices = side.threadSeries.size > 0;
    side.lastSlice = 1 + Object.values(data.slices.threads).reduce((last, series) => Math.max(last, series.findLastIndex((n) => n > 0)), 0);
    // the last slice is cut where the recording ends, if that is known and the last sample is in it
    const end = data.slices.endNanos / side.widthNanos;
    side.end = end > side.lastSlice - 1 ? Math.min(end, side.lastSlice) : side.lastSlice;
    side.sliceKey = this.sliceKeys(side.frameSeries);
    return side;
  }

  /** By node: the frame whose time series covers its stacks, or none. */
  sliceKeys(frameSeries) {
    const keys = new Int32Array(this.frame.length).fill(THREAD_SLICES);
    for (let node = 1; node < keys.length; node++) {
      const frame = this.frame[node];
      if (this.frames[frame].kind === 'other') {
        keys[node] = THREAD_SLICES;
      } else if (this.frames[frame].application) {
        keys[node] = frameSeries.has(frame) ? frame : NO_SLICES;
      } else {
        keys[node] = keys[this.parent[node]];
      }
    }
    return keys;
  }

  /** Whether a side's weights are seconds; samples else. */
  timed(side, metric) {
    return (metric === 'system' ? side.totals.systemNanos : side.totals.nanos) > 0;
  }

  total(side, metric) {
    const totals = side.totals;
    return metric === 'system'
      ? { samples: totals.systemSamples, nanos: totals.systemNanos }
      : { samples: totals.samples, nanos: totals.nanos };
  }

  /**
   * The rows of a side under a metric, within the side's chosen slices [from, to) or all: node, thread, samples, nanos. Within
   * a range a stack counts by the part of its application frame's samples that lie there; without a series of that frame it
   * is [other].
   */
  rows(side, metric, visit) {
    const { samples, nanos } = side[metric];
    const { range } = side;
    for (let row = 0; row < side.node.length; row++) {
      if (samples[row] === 0 && nanos[row] === 0) {
        continue;
      }
      const node = side.node[row];
      if (!range) {
        visit(node, side.thread[row], samples[row], nanos[row]);
        continue;
      }
      const key = side.sliceKey[node];
      const series = key >= 0 ? side.frameSeries.get(key) : side.threadSeries.get(side.thread[row]);
      const part = series ? within(series, range) : 0;
      if (part > 0) {
        visit(key === NO_SLICES ? -1 : node, side.thread[row], samples[row] * part, nanos[row] * part);
      }
    }
  }

  /** What a side's weights are multiplied by: to one unit of work, or of the time that is chosen. */
  factor(at) {
    const { factor, range, end } = this.sides[at];
    return range && this.unit === 'second' ? (factor * end) / (Math.min(end, range[1]) - range[0]) : factor;
  }

  /** By thread group: what each slice holds, as {@link rows} has it. */
  timeline(side, metric) {
    const sums = new Map();
    const { samples, nanos } = side[metric];
    for (let row = 0; row < side.node.length; row++) {
      const key = side.sliceKey[side.node[row]];
      const id = side.thread[row] * 1e7 + (key >= 0 ? key : -1);
      const sum = sums.get(id) || { thread: side.thread[row], key, samples: 0, nanos: 0 };
      sum.samples += samples[row];
      sum.nanos += nanos[row];
      sums.set(id, sum);
    }
    const lanes = new Map();
    for (const { thread, key, samples: weight, nanos: time } of sums.values()) {
      const series = key >= 0 ? side.frameSeries.get(key) : side.threadSeries.get(thread);
      if (!series) {
        continue;
      }
      if (!lanes.has(thread)) {
        lanes.set(thread, { thread, samples: new Float64Array(SLICES), nanos: new Float64Array(SLICES) });
      }
      const lane = lanes.get(thread);
      for (let slice = 0; slice < SLICES; slice++) {
        lane.samples[slice] += weight * series[slice];
        lane.nanos[slice] += time * series[slice];
      }
    }
    return [...lanes.values()];
  }
}

/** Counts by key as parts of their sum. */
function shares(series) {
  const result = new Map();
  for (const [key, counts] of Object.entries(series)) {
    const sum = counts.reduce((a, b) => a + b, 0);
    if (sum > 0) {
      result.set(Number(key), Float64Array.from(counts, (n) => n / sum));
    }
  }
  return result;
}

function within(series, [from, to]) {
  let sum = 0;
  for (let slice = from; slice < to; slice++) {
    sum += series[slice];
  }
  return sum;
}
