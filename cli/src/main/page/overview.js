// The head of the page: what was recorded, the data source, and its causes.

const GRADES = {
  'kernel-frames': ['kernel frames', 'Sampled: the stack ends in the kernel. It shows every cause; individual kernel frames may be off by one (skid), '
    + 'with high overhead for programs with many context switches.'],
  'syscall-stubs': ['system-call stubs', 'Inferred: the stack ends in a libc function that is almost only a system call. '
    + 'Page faults, preemption and interrupts are not visible and not part of the shares.'],
  'jfr-estimate': ['estimate from plain JFR', 'Estimated: thread loads give the amount, samples the place. Hand-offs between threads, '
    + 'locks, sleeping and page faults are not visible: their system CPU is spread over other causes.'],
  'io-events': ['I/O events only', 'The recording has file and socket events but no CPU samples: findings are ranked by calls and bytes, shares are unknown.'],
  none: ['none', 'No CPU samples: record with async-profiler, event=cpu or ctimer.'],
};

const VERDICTS = {
  fix: 'a change of the code', configure: 'a setting of the JVM, the program or the system', redesign: 'manual change', inherent: 'needed for the work done',
  environment: 'caused by the host', small: 'negligible', unknown: 'not judged',
};

function section(id, title, ...content) {
  return el('section', { id }, el('h2', {}, title), ...content);
}

function overview(data, at) {
  const report = data.reports[at];
  const cpu = report.cpu;
  const kernel = cpu.samples === 0 ? cpu.kernelAccounting : null;
  const share = kernel ? kernel.systemNanos / (kernel.userNanos + kernel.systemNanos) : cpu.systemShare;
  const known = share !== null;
  const [grade, limits] = GRADES[cpu.evidence];
  const estimated = cpu.evidence === 'jfr-estimate';
  const figure = el('div', { className: 'figure' },
    el('strong', {}, known ? percent(share) : 'unknown'),
    el('span', {}, known && !estimated && !kernel ? `${plusMinus(cpu.systemShare, cpu.samples)} ` : ' ', 'of the CPU time is system CPU'));
  const basis = kernel
    ? `${seconds(kernel.systemNanos)} of ${seconds(kernel.userNanos + kernel.systemNanos)} by the kernel's accounting`
    : known
    ? `${cpu.nanos > 0 ? `${seconds(cpu.systemNanos)} of ${seconds(cpu.nanos)}, ` : ''}${estimated ? `estimated from ${plural(cpu.samples, 'sample')}` : `${count(cpu.systemSamples)} of ${plural(cpu.samples, 'CPU sample')}`}`
    : '';
  const waiting = report.waiting;
  return el('div', { className: 'overview' },
    waiting ? el('div', { className: 'card' }, el('p', {}, el('strong', {}, printable(waiting.text))), waiting.help ? el('p', {}, printable(waiting.help)) : null) : null,
    el('div', { className: 'card' }, figure, el('p', { className: 'dim' }, basis), savings(data.details[at].joint, report)),
    el('div', { className: 'card' }, times(report)),
    el('div', { className: 'card' }, el('h3', {}, 'Data source: ', el('em', {}, grade)), el('p', {}, limits),
      cpu.byEvidence.length > 1 ? el('p', { className: 'dim' }, `Also: ${cpu.byEvidence.slice(1).map((other) => `${percent(other.systemShare)} (${other.evidence})`).join(', ')}`) : null));
}

function savings(joint, report) {
  const display = report.findings.filter((finding) => finding.fix && finding.fix.applicability === 'display' && !finding.suppressed).length;
  const parts = [];
  if (joint.safe.fixes > 0) {
    parts.push(`${joint.safe.fixes} safe ${joint.safe.fixes === 1 ? 'fix' : 'fixes'}`);
  }
  if (joint.all.fixes > joint.safe.fixes) {
    parts.push(`${joint.all.fixes - joint.safe.fixes} unsafe`);
  }
  const suggestions = display > 0 ? plural(display, 'suggestion') : '';
  if (parts.length === 0) {
    return el('p', {}, report.findings.every((finding) => finding.facts.faint) ? 'No findings.' : `${suggestions || plural(report.findings.filter((finding) => !finding.facts.faint).length, 'finding')}, no fix that can be applied.`);
  }
  return el('p', {}, parts.join(', '), joint.all.systemShare ? [joint.all.predicted < joint.all.fixes ? `, ${joint.all.predicted} ${joint.all.predicted === 1 ? 'saves' : 'save'} ` : joint.all.fixes === 1 ? ': saves ' : ': together ', el('b', {}, range(joint.all.systemShare)), ' of the system CPU',
    joint.all.cpuShare ? `, ${range(joint.all.cpuShare)} of all CPU` : ''] : '', suggestions && `; ${suggestions}, not counted`);
}

/** Wall time against CPU time and its system part, on one scale. */
function times(report) {
  const wall = report.recordings.reduce((sum, recording) => sum + recording.durationMillis, 0) * 1e6;
  const { nanos, systemNanos } = report.cpu;
  const most = Math.max(wall, nanos) || 1;
  const bar = (label, value, kind) => {
    const filled = el('i', { className: kind });
    filled.style.width = `${((value / most) * 100).toFixed(2)}%`;
    return el('div', { className: 'time' }, el('span', {}, label), el('span', { className: 'track' }, filled), el('span', { className: 'number' }, seconds(value)));
  };
  return [el('h3', {}, 'Wall time and CPU time'),
    wall > 0 ? bar('recorded', wall, 'wall') : el('p', { className: 'dim' }, 'The duration is unknown.'),
    nanos > 0 ? [bar('CPU', nanos, 'cpu'), bar('system', systemNanos, 'system')] : el('p', { className: 'dim' }, 'The CPU time per sample is unknown.'),
    wall > 0 && nanos > 0 ? el('p', { className: 'dim' }, `${(nanos / wall).toFixed(2)} CPUs busy on average; the rest was waiting.`) : null];
}

function recordings(report) {
  const rows = report.recordings.map((one) => el('tr', {}, el('td', {}, printable(one.path)), el('td', {}, printable([one.engine, one.event].filter(Boolean).join(' '))),
    el('td', {}, printable(one.jvm || '–')), el('td', { className: 'number' }, one.durationMillis > 0 ? `${(one.durationMillis / 1000).toFixed(1)} s` : '–'),
    el('td', { className: 'number' }, count(one.samples)), el('td', { className: 'number' }, one.intervalNanos > 0 ? `${(one.intervalNanos / 1e6).toFixed(2)} ms` : '–'),
    el('td', { className: 'number' }, count(one.truncatedStacks)), el('td', {}, one.complete ? 'complete' : 'damaged')));
  const head = ['recording', 'event', 'JVM', 'duration', 'CPU samples', 'interval', 'cut stacks', ''];
  const warnings = [...report.recordings.flatMap((one) => one.warnings), ...report.warnings];
  return [el('details', { className: 'recordings' }, el('summary', {}, `${plural(report.recordings.length, 'recording')}: ${report.recordings.slice(0, 3).map((one) => printable(one.path.split('/').pop())).join(', ')}${report.recordings.length > 3 ? ' …' : ''}${warnings.length ? `, ${plural(warnings.length, 'warning')}` : ''}`),
    el('div', { className: 'table' }, el('table', {}, el('thead', {}, el('tr', {}, head.map((title) => el('th', {}, title)))), el('tbody', {}, rows)))),
  warnings.map((warning) => el('p', { className: 'note' }, printable(warning)))];
}

/** System CPU by cause: one bar of all of it, and its lines. */
function account(report, at) {
  const rows = report.account;
  if (rows.length === 0) {
    return null;
  }
  const merged = new Map();
  for (const row of rows) {
    const key = `${row.verdict} ${row.cause}`;
    merged.set(key, { cause: row.cause, verdict: row.verdict, share: row.share + (merged.get(key)?.share || 0) });
  }
  const rest = 1 - rows.reduce((sum, row) => sum + row.share, 0);
  const order = Object.keys(VERDICTS);
  const parts = [...merged.values()].sort((a, b) => order.indexOf(a.verdict) - order.indexOf(b.verdict) || b.share - a.share);
  const segments = parts.map((row) => {
    const segment = el('span', { className: `segment ${row.verdict}`, title: `${row.cause}: ${percent(row.share)}, ${row.verdict}` }, row.share > 0.04 ? `${row.cause} ${percent(row.share)}` : '');
    segment.style.flexGrow = String(row.share * 1000);
    return segment;
  });
  const used = order.filter((verdict) => parts.some((row) => row.verdict === verdict));
  const sums = Object.fromEntries(used.map((verdict) => [verdict, parts.filter((row) => row.verdict === verdict).reduce((sum, row) => sum + row.share, 0)]));
  const edited = new Set(report.findings.filter((finding) => ['safe', 'unsafe'].includes(finding.fix?.applicability)).map((finding) => finding.id));
  const ready = rows.filter((row) => row.verdict === 'fix' && row.findings.some((id) => edited.has(id))).reduce((sum, row) => sum + row.share, 0);
  const meaning = (verdict) => VERDICTS[verdict] + (verdict === 'fix' ? (ready > 0 ? `, edits are ready for ${percent(ready)}` : ', without a ready edit') : '');
  const table = new SortedTable([
    { title: 'share', number: true, value: (row) => row.share, node: (row) => shareBar(row.share) },
    { title: 'cause', value: (row) => row.cause, text: (row) => row.cause },
    { title: 'object', value: (row) => row.object || '', text: (row) => printable(row.object || '') },
    { title: 'origin', value: (row) => row.performer, text: (row) => row.performer },
    { title: 'verdict', value: (row) => row.verdict, node: (row) => el('span', { className: `verdict ${row.verdict}`, title: VERDICTS[row.verdict] }, row.verdict) },
    { title: 'samples', number: true, value: (row) => row.samples, text: (row) => count(row.samples) },
    { title: 'explanation', value: (row) => row.why, node: (row) => why(row, report, at) },
  ], { sortBy: 0, label: 'System CPU by cause' });
  table.show(rows.slice(0, 12).map((row) => ({ ...row, name: row.cause + (row.object || '') })));
  if (rows.length > 12) {
    table.more.hidden = false;
    table.more.textContent = `show all ${rows.length} lines`;
    table.more.addEventListener('click', () => table.show(rows.map((row) => ({ ...row, name: row.cause + (row.object || '') }))), { once: true });
  }
  return [el('div', { className: 'account', role: 'img', 'aria-label': parts.map((row) => `${row.cause} ${percent(row.share)}, ${row.verdict}`).join('; ') }, segments),
    el('div', { className: 'legend' }, used.map((verdict) => el('span', {}, el('i', { className: `dot ${verdict}` }), `${verdict} ${percent(sums[verdict])}: ${meaning(verdict)}`))),
    table.element,
    rest > 0.0005 ? el('p', { className: 'dim' }, `${percent(rest)} other (full list: --format json).`) : null];
}

function why(row, report, at) {
  const finding = report.findings.find((one) => row.findings.includes(one.id));
  return finding ? [el('a', { href: `#${findingId(finding, at)}` }, finding.rule), ` ${printable(row.why)}`] : printable(row.why);
}

const CHANGES = { smaller: 'improved', larger: 'regressed', inconclusive: 'unclear' };

/** The rows of a comparison with their verdicts. */
function changes(comparison) {
  const number = (value) => (value === 0 ? '0' : Math.abs(value) >= 100 ? value.toFixed(0) : Math.abs(value) >= 1 ? value.toFixed(2) : value.toPrecision(2));
  const table = new SortedTable([
    { title: 'verdict', value: (row) => row.verdict, node: (row) => el('span', { className: `verdict change-${row.verdict}` }, CHANGES[row.verdict === 'gone' && row.subject === 'finding' ? 'fixed' : row.verdict] ?? row.verdict) },
    { title: `before, ${comparison.measure === 'samples' ? 'samples' : 'CPU s'} per ${comparison.per}`, number: true, value: (row) => row.before, text: (row) => number(row.before) },
    { title: 'after', number: true, value: (row) => row.after, text: (row) => number(row.after) },
    { title: 'change', number: true, value: (row) => row.relativeChange ?? Infinity, text: (row) => (row.relativeChange === null ? '' : signed(row.relativeChange)) },
    { title: 'vs. other code', number: true, hint: 'relative to unchanged code', value: (row) => row.againstRest ?? 0, text: (row) => (row.againstRest === null ? '' : signed(row.againstRest)) },
    { title: 'pp', number: true, hint: 'percent of all CPU time before', value: (row) => Math.abs(row.points), text: (row) => `${row.points > 0 ? '+' : row.points < 0 ? '−' : ''}${Math.abs(row.points).toFixed(1)}` },
    { title: 'chance', number: true, hint: 'of so large a difference between recordings of the same program', value: (row) => row.chance, text: (row) => (row.chance < 0.001 ? '< 0.001' : row.chance.toFixed(3)) },
    { title: 'what', value: (row) => row.name, node: (row) => [el('span', { className: 'dim' }, `${row.subject} `), printable(row.subject === 'cpu' ? 'CPU time' : row.subject === 'system' ? 'system time' : row.name)] },
  ], { sortBy: 5, label: 'Changes', rowClass: (row) => (row.verdict === 'same' || row.verdict === 'inconclusive' ? 'quiet' : '') });
  table.limit = 20;
  table.rows = comparison.changes;
  table.fill();
  const factor = comparison.commonFactor;
  return [table.element, !comparison.movedAlike ? null : el('p', { className: 'dim' }, `Most code used ${factor.toFixed(2)}x the CPU time alike: ${factor > 1 ? 'more work or a slower' : 'less work or a faster'} machine.`),
    comparison.warnings.map((warning) => el('p', { className: 'note' }, printable(warning)))];
}

function signed(share) {
  return share >= 9 ? `× ${share >= 99 ? count(share + 1) : (share + 1).toFixed(1)}` : `${share > 0 ? '+' : share < 0 ? '−' : ''}${Math.abs(share * 100).toFixed(1)} %`;
}
