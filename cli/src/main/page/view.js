// The selected stacks: a tree for the flame graph, a list of methods, callers and callees of one of them.

/** A tree of frames with the weights of its stacks, inclusive; parents come before their children. */
class View {
  constructor(profile, { metric, byThread, reversed }) {
    this.profile = profile;
    this.frame = [-1];
    this.parent = [-1];
    this.source = [0];
    this.children = new Map();
    this.weights = profile.sides.map(() => ({ samples: [0], nanos: [0] }));
    profile.sides.forEach((side, at) => {
      const known = new Map();
      profile.rows(side, metric, (node, thread, samples, nanos) => {
        const top = byThread ? this.child(0, profile.threadFrames[thread], 0) : 0;
        let leaf;
        if (node < 0) {
          leaf = this.child(top, profile.otherFrame, 0);
        } else {
          leaf = reversed ? this.reversed(top, node) : this.path(top, node, known);
        }
        this.weights[at].samples[leaf] += samples;
        this.weights[at].nanos[leaf] += nanos;
      });
    });
    this.self = this.weights.map(({ samples, nanos }) => ({ samples: samples.slice(), nanos: nanos.slice() }));
    for (let node = this.frame.length - 1; node > 0; node--) {
      for (const { samples, nanos } of this.weights) {
        samples[this.parent[node]] += samples[node];
        nanos[this.parent[node]] += nanos[node];
      }
    }
    this.timed = profile.sides.every((side, at) => this.weights[at].nanos[0] > 0 || this.weights[at].samples[0] === 0);
  }

  child(parent, frame, source) {
    const key = parent * 1e6 + frame;
    let node = this.children.get(key);
    if (node === undefined) {
      node = this.frame.length;
      this.children.set(key, node);
      this.frame.push(frame);
      this.parent.push(parent);
      this.source.push(source);
      this.weights.forEach(({ samples, nanos }) => { samples.push(0); nanos.push(0); });
    }
    return node;
  }

  /** The view's node of a stack that begins below `top`. */
  path(top, node, known) {
    if (node === 0) {
      return top;
    }
    const key = top * 1e7 + node;
    let found = known.get(key);
    if (found === undefined) {
      const { parent, frame } = this.profile;
      found = this.child(this.path(top, parent[node], known), frame[node], node);
      known.set(key, found);
    }
    return found;
  }

  reversed(top, node) {
    const { parent, frame } = this.profile;
    let at = top;
    for (let step = node; step > 0; step = parent[step]) {
      at = this.child(at, frame[step], step);
    }
    return at;
  }

  /** A node's weight on a side: nanoseconds, samples where no interval is known; times the side's factor. */
  weight(side, node) {
    const { samples, nanos } = this.weights[side];
    return (this.timed ? nanos[node] : samples[node]) * this.profile.factor(side);
  }

  /** A node's part of all that the view holds. */
  share(side, node) {
    const all = this.weight(side, 0);
    return all > 0 ? this.weight(side, node) / all : 0;
  }
}

/** By method, or native function where asked for: exclusive and inclusive weights of every side. */
function hotspots(profile, metric, withNative) {
  const keys = methodKeys(profile, withNative);
  const sums = new Map();
  const noJava = '[no Java frame]';
  const sum = (name, kind) => {
    if (!sums.has(name)) {
      sums.set(name, {
        name, kind, sides: profile.sides.map(() => ({ exclusive: 0, inclusive: 0, exclusiveNanos: 0, inclusiveNanos: 0 })),
      });
    }
    return sums.get(name);
  };
  profile.sides.forEach((side, at) => {
    profile.rows(side, metric, (node, thread, samples, nanos) => {
      const seen = new Set();
      let leaf = null;
      for (let step = Math.max(node, 0); step > 0; step = profile.parent[step]) {
        const frame = profile.frame[step];
        const key = keys[frame];
        if (key === null || seen.has(key)) {
          continue;
        }
        seen.add(key);
        const known = sum(key, profile.frames[frame].kind);
        leaf = leaf || known;
        known.sides[at].inclusive += samples;
        known.sides[at].inclusiveNanos += nanos;
      }
      if (!leaf) {
        leaf = sum(node < 0 ? OTHER : noJava, node < 0 ? 'other' : 'native');
        leaf.sides[at].inclusive += samples;
        leaf.sides[at].inclusiveNanos += nanos;
      }
      leaf.sides[at].exclusive += samples;
      leaf.sides[at].exclusiveNanos += nanos;
    });
  });
  return [...sums.values()];
}

/** By frame: the name that it counts for; null where only methods of classes are wanted, and the left-out frames stay. */
function methodKeys(profile, withNative) {
  return profile.frames.map((frame) => (frame.java || withNative || frame.kind === 'other' ? frame.name : null));
}

/**
 * Callers and callees of a method with what flows from and to each. A recursive centre counts once: a stack belongs to the
 * caller of its outermost occurrence and to the callee of its innermost one.
 */
function butterfly(profile, metric, withNative, centre) {
  const keys = methodKeys(profile, withNative);
  const result = { centre: profile.sides.map(() => zero()), self: profile.sides.map(() => zero()), callers: new Map(), callees: new Map() };
  const edge = (edges, name, kind, at) => {
    if (!edges.has(name)) {
      edges.set(name, { name, kind, sides: profile.sides.map(() => zero()) });
    }
    return edges.get(name).sides[at];
  };
  profile.sides.forEach((side, at) => {
    profile.rows(side, metric, (node, thread, samples, nanos) => {
      let previous = 0;
      let callee = 0;
      let caller = 0;
      let found = false;
      let wanted = false;
      for (let step = Math.max(node, 0); step > 0; step = profile.parent[step]) {
        const key = keys[profile.frame[step]];
        if (key === null) {
          continue;
        }
        if (key === centre) {
          callee = found ? callee : previous;
          found = true;
          wanted = true;
          caller = 0;
        } else if (wanted) {
          caller = step;
          wanted = false;
        }
        previous = step;
      }
      if (!found) {
        return;
      }
      add(result.centre[at], samples, nanos);
      const from = caller ? profile.frames[profile.frame[caller]] : { name: '[thread]', kind: 'thread' };
      add(edge(result.callers, from.name, from.kind, at), samples, nanos);
      if (callee) {
        const to = profile.frames[profile.frame[callee]];
        add(edge(result.callees, to.name, to.kind, at), samples, nanos);
      } else {
        add(result.self[at], samples, nanos);
      }
    });
  });
  return result;
}

function zero() {
  return { samples: 0, nanos: 0 };
}

function add(sum, samples, nanos) {
  sum.samples += samples;
  sum.nanos += nanos;
}
