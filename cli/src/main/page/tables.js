// Methods with their own and inclusive weights, and the callers and callees of one of them.

const MAX_ROWS = 25;

/** A table whose columns sort by a click on their heads. A column: title, value(row), text(row) or node(row), number. */
class SortedTable {
  constructor(columns, { sortBy, thenBy, label, rowClass, className }) {
    this.columns = columns;
    this.sorted = sortBy;
    this.then = columns[thenBy ?? sortBy].value;
    this.descending = true;
    this.rowClass = rowClass || (() => '');
    this.limit = MAX_ROWS;
    this.body = el('tbody');
    this.heads = columns.map((column, at) => el('th', { scope: 'col', className: column.number ? 'number' : '' },
      el('button', { type: 'button', title: column.hint, onclick: () => this.sort(at) }, column.title)));
    this.more = el('button', { type: 'button', className: 'more', onclick: () => { this.limit *= 10; this.fill(); } });
    this.table = el('table', { 'aria-label': label, className: className || '' }, el('thead', {}, el('tr', {}, this.heads)), this.body);
    this.element = el('div', { className: 'table' }, this.table, this.more);
    this.rows = [];
  }

  sort(at) {
    this.descending = this.sorted === at ? !this.descending : Boolean(this.columns[at].number);
    this.sorted = at;
    this.fill();
  }

  show(rows) {
    this.rows = rows;
    this.limit = MAX_ROWS;
    this.fill();
  }

  fill() {
    const { value } = this.columns[this.sorted];
    const sign = this.descending ? -1 : 1;
    const rows = [...this.rows].sort((a, b) => {
      const [x, y] = [value(a), value(b)];
      if (x === y) {
        const [then, last] = [this.then(a), this.then(b)];
        return then === last ? (a.name < b.name ? -1 : 1) : then > last ? -1 : 1;
      }
      return sign * (x < y ? -1 : 1);
    });
    this.heads.forEach((head, at) => {
      if (at === this.sorted) {
        head.setAttribute('aria-sort', this.descending ? 'descending' : 'ascending');
      } else {
        head.removeAttribute('aria-sort');
      }
    });
    this.body.replaceChildren(...rows.slice(0, this.limit).map((row) => el('tr', { className: this.rowClass(row) }, this.columns.map((column) => el('td',
      { className: column.number ? 'number' : '', 'data-value': column.number ? String(column.value(row)) : undefined }, column.node ? column.node(row) : column.text(row))))));
    this.more.hidden = rows.length <= this.limit;
    this.more.textContent = `show more of ${plural(rows.length, 'row')}`;
  }
}

/** A method's name, selected by a click, its package dimmed. */
function methodLink(name, kind, centre) {
  const shown = shortName(name);
  const at = name.length - shown.length;
  const text = [el('i', { className: `dot ${kind}`, title: KINDS[kind] }), el('span', { className: 'package' }, printable(name.slice(0, at))),
    el('b', {}, printable(name.slice(at)))];
  return name.startsWith('[') || !centre
    ? el('span', { className: 'method' }, text)
    : el('button', { type: 'button', className: 'method', title: 'Callers and callees', onclick: () => centre(name) }, text);
}

/** A share with a bar below it. */
function shareBar(share) {
  const bar = el('span', { className: 'share' }, percent(share));
  bar.style.setProperty('--part', `${Math.min(100, Math.max(0, share * 100)).toFixed(2)}%`);
  return bar;
}

/** The methods of a profile, sortable, with a filter. */
class HotspotTable {
  constructor(profile, centre) {
    this.profile = profile;
    const sides = profile.comparing ? ['before', 'after'] : [''];
    const columns = [{ title: 'method', value: (row) => row.name, node: (row) => methodLink(row.name, row.kind, centre) }];
    sides.forEach((name, at) => {
      const title = (what) => [what, name].filter(Boolean).join(' ');
      columns.push(
        { title: title('self'), number: true, hint: 'in the method itself, and in native and kernel code that it called', value: (row) => row.sides[at].exclusiveShare, node: (row) => shareBar(row.sides[at].exclusiveShare) },
        { title: title('s'), number: true, value: (row) => row.sides[at].exclusiveNanos, text: (row) => seconds(row.sides[at].exclusiveNanos) },
        { title: title('inclusive'), number: true, hint: 'in the method and all that it called', value: (row) => row.sides[at].inclusiveShare, node: (row) => shareBar(row.sides[at].inclusiveShare) },
        { title: title('s'), number: true, value: (row) => row.sides[at].inclusiveNanos, text: (row) => seconds(row.sides[at].inclusiveNanos) },
      );
      if (!profile.comparing) {
        columns.push({ title: 'samples', number: true, hint: 'inclusive', value: (row) => row.sides[at].inclusive, text: (row) => count(row.sides[at].inclusive) });
      }
    });
    this.table = new SortedTable(columns, { sortBy: 1, thenBy: 3, label: 'Methods', className: 'methods' });
    this.filter = el('input', { type: 'search', placeholder: 'filter methods', 'aria-label': 'Filter methods', oninput: () => this.fill() });
    this.note = el('p', { className: 'status' });
  }

  show(rows, note) {
    this.rows = rows;
    this.note.textContent = note;
    this.fill();
  }

  fill() {
    const fits = this.filter.value ? matcher(this.filter.value) : () => true;
    this.table.show(this.rows.filter((row) => fits(row.name)));
  }
}

/** Callers above, the method, callees below, as the classic callers-callees tables have it. */
class ButterflyTable {
  constructor(profile, centre) {
    this.profile = profile;
    this.setCentre = centre;
    this.history = [];
    this.title = el('div', { className: 'centre' });
    this.callers = this.table('Callers', 'called by');
    this.callees = this.table('Callees', 'calls');
    this.back = el('button', { type: 'button', disabled: true, title: 'Previous method (Backspace)', onclick: () => this.goBack() }, '← back');
    this.note = el('p', { className: 'status', 'aria-live': 'polite' });
    this.element = el('div', { className: 'butterfly', tabIndex: -1 }, this.callers.element, this.title, this.callees.element, this.note);
  }

  table(label, title) {
    const columns = [{ title, value: (row) => row.name, node: (row) => methodLink(row.name, row.kind, this.setCentre) }];
    this.profile.sides.forEach((side, at) => {
      const name = this.profile.comparing ? [' before', ' after'][at] : '';
      columns.push(
        { title: `% of selected method${name}`, number: true, value: (row) => row.sides[at].share, node: (row) => shareBar(row.sides[at].share) },
        { title: `s${name}`, number: true, value: (row) => row.sides[at].nanos, text: (row) => seconds(row.sides[at].nanos) },
        { title: `samples${name}`, number: true, value: (row) => row.sides[at].samples, text: (row) => count(row.sides[at].samples) },
      );
    });
    return new SortedTable(columns, { sortBy: this.profile.comparing ? 4 : 1, label, className: 'methods' });
  }

  goBack() {
    this.history.pop();
    this.setCentre(this.history.pop());
  }

  /** Shows the table of a method: `found` as {@link butterfly} gives it, `known` its exact sums where the JSON has them. */
  show(name, kind, found, known, total) {
    if (this.history[this.history.length - 1] !== name) {
      this.history.push(name);
    }
    this.back.disabled = this.history.length < 2;
    const centre = found.centre.map((sum, at) => (known && known[at]) || sum);
    this.title.replaceChildren(methodLink(name, kind, null), ...centre.map((sum, at) => el('span', {},
      (this.profile.comparing ? [' before ', ' after '][at] : ' '), amount(this.profile, sum.samples, sum.nanos, total[at] ? part(sum, total[at]) : null, total[at] ? total[at].samples : 0))));
    const missing = centre.map((sum, at) => ({ samples: sum.samples - found.centre[at].samples, nanos: sum.nanos - found.centre[at].nanos }));
    this.callers.show(this.rows([...found.callers.values()], centre, missing));
    const own = { name: '[itself]', kind: 'other', sides: found.self };
    this.callees.show(this.rows([...found.callees.values(), own], centre, missing));
    this.note.textContent = missing.some((sum) => sum.nanos > 0 || sum.samples > 0)
      ? 'Small stacks are grouped as [other].' : '';
  }

  rows(edges, centre, missing) {
    const rows = edges.filter((edge) => edge.sides.some((sum) => sum.samples > 0 || sum.nanos > 0));
    if (missing.some((sum) => sum.samples > 0 || sum.nanos > 0)) {
      rows.push({ name: OTHER, kind: 'other', sides: missing });
    }
    return rows.map((row) => ({
      ...row, sides: row.sides.map((sum, at) => ({ ...sum, share: part(sum, centre[at]) })),
    }));
  }
}

/** A part of a whole, by time where it is known. */
function part(sum, whole) {
  if (whole.nanos > 0) {
    return sum.nanos / whole.nanos;
  }
  return whole.samples > 0 ? sum.samples / whole.samples : 0;
}
