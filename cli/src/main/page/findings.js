// Findings: the gain first, then the lines, the change, the chain, and what it rests on.

function findings(data, at, actions) {
  const report = data.reports[at];
  const shown = report.findings.filter((finding) => !finding.facts.faint);
  const faint = report.findings.filter((finding) => finding.facts.faint);
  const card = (finding) => findingCard(finding, data.details[at].findings[finding.id], data.rules, actions, at);
  const folded = faint.length ? fold(`${plural(faint.length, 'finding')} of few samples`, faint.map(card)) : null;
  if (shown.length === 0) {
    const few = report.notEvaluated.length ? ` ${plural(report.notEvaluated.length, 'rule')} could not be evaluated: ${report.notEvaluated[0].reason}.` : '';
    return [el('p', {}, `No findings.${few}`), folded];
  }
  return [shown.map(card), folded];
}

function gain(finding) {
  const saving = (finding.fix && finding.fix.predictedSaving.systemShare && finding.fix.predictedSaving) || finding.predictedSaving;
  if (saving.systemShare) {
    return [`saves ${range(saving.systemShare)}`, saving.cpuShare ? `of the system CPU, ${range(saving.cpuShare)} of all CPU` : 'of the system CPU'];
  }
  if (finding.bound.systemShare !== null) {
    return [`at most ${percent(finding.bound.systemShare)}`, 'of the system CPU could be saved'];
  }
  return ['gain unknown', `${plural(finding.samples, 'call')} seen`];
}

/** The anchor of a finding; of two recordings both may have it. */
function findingId(finding, at) {
  return `finding-${finding.id}${at ? '-after' : ''}`;
}

function place(site) {
  const file = site.path ? site.path.split('/').pop() : site.file;
  return file && site.line > 0 ? `${file}:${site.line}` : `${site.class}.${site.method}`;
}

function findingCard(finding, details, rules, actions, at) {
  const [big, of] = gain(finding);
  const cost = finding.systemShare === null ? 'cost unknown'
    : `costs ${percent(finding.systemShare)} of the system CPU${finding.cpuShare === null ? '' : `, ${percent(finding.cpuShare)} of all CPU`}: ${plural(finding.samples, 'sample')}${finding.nanos > 0 ? `, ${seconds(finding.nanos)}` : ''} (${finding.evidence})`;
  const site = finding.created || finding.site;
  return el('article', { className: `finding ${finding.severity}`, id: findingId(finding, at) },
    el('header', {},
      el('p', { className: 'gain' }, el('strong', {}, big), ' ', of),
      el('h3', {}, printable(finding.message)),
      el('p', { className: 'dim' },
        el('span', { className: `chip ${finding.severity}` }, finding.severity), ' ',
        finding.fix ? [el('span', { className: `chip ${finding.fix.applicability}` }, `fix: ${finding.fix.applicability}`), ' '] : null,
        finding.confidence === 'low' ? [el('span', { className: 'chip' }, 'low confidence'), ' '] : null,
        finding.suppressed ? [el('span', { className: 'chip' }, `suppressed: ${printable(finding.suppressed.reason)}`), ' '] : null,
        rules[finding.rule] ? el('a', { href: `#rule-${finding.rule}` }, finding.rule) : finding.rule, ' · ',
        el('span', { className: 'path' }, printable(place(site))), ' · ', cost),
      el('p', { className: 'buttons' },
        el('button', { type: 'button', onclick: () => actions.showInGraph(finding, at) }, 'show in flame graph'),
        el('button', { type: 'button', onclick: () => actions.centre(`${finding.site.class}.${finding.site.method}`) }, 'callers and callees'))),
    el('div', { className: 'excerpts' }, details.excerpts.filter((lines) => !details.diff || lines.what !== 'created here').map(excerpt)),
    finding.fix ? change(finding.fix, details.diff) : null,
    !finding.fix && finding.help.length || finding.advice.length ? el('div', { className: 'advice' }, el('h4', {}, 'What to do'),
      finding.fix ? null : finding.help.map((line) => el('p', {}, printable(line))), finding.advice.map(advice)) : null,
    chain(finding, details.chainShares),
    finding.observed ? el('p', { className: 'dim' }, `observed: ${printable(finding.observed.text.join('; '))}`) : null,
    finding.notes.length ? fold('Evidence and caveats', el('ul', {}, finding.notes.map((note) => el('li', {}, printable(note))))) : null,
    finding.fix ? checks(finding.fix) : null,
    finding.libraryReport ? fold('Report for the library\'s maintainers', el('pre', {}, el('code', {}, finding.libraryReport)), copyButton('copy report', finding.libraryReport)) : null);
}

function fold(title, ...content) {
  return el('details', {}, el('summary', {}, title), ...content);
}

function copyButton(label, text) {
  const button = el('button', { type: 'button', className: 'copy' }, label);
  button.addEventListener('click', () => copyText(text, button));
  return button;
}

/** Source text on one line: it keeps its characters, but nothing turns its direction. */
function code(text) {
  return printable(text.replace(/\t/g, '    '));
}

function excerpt(lines) {
  return el('figure', {}, el('figcaption', {}, el('b', {}, lines.what), ` ${printable(lines.path)}:${lines.line}`),
    el('pre', { tabIndex: 0 }, lines.lines.map((text, at) => el('code', { className: lines.first + at === lines.line ? 'line hit' : 'line', 'data-line': String(lines.first + at) }, `${code(text)}\n`))));
}

/** The fix: its title, what speaks against it, and its lines. */
function change(fix, diff) {
  return el('div', { className: 'change' }, el('h4', {}, printable(fix.title)), hazards(fix), diff ? diffView(diff) : preview(fix.preview));
}

/** What to review before the fix is taken: all of it, above the button that copies the diff. */
function hazards(fix) {
  const list = fix.hazards.map((hazard) => el('li', {}, printable(hazard.text), el('span', { className: 'dim' },
    ` ${hazard.kind}${hazard.path ? ` ${printable(hazard.path)}:${hazard.line}` : ''}`)));
  const reasons = list.length ? list : fix.reasons.map((line) => el('li', {}, printable(line)));
  return reasons.length ? el('div', { className: 'review' }, el('h5', {}, 'To review, since it is not shown to be safe'), el('ul', { className: 'hazards' }, reasons)) : null;
}

/** A unified diff, or both sides of it next to each other; copied as it is. */
function diffView(diff) {
  const unified = el('pre', { className: 'diff', tabIndex: 0 }, diff.split('\n').filter((line, at, all) => at < all.length - 1 || line !== '').map(diffLine));
  const sides = el('div', { className: 'sides', hidden: true }, sideBySide(diff));
  const toggle = el('button', { type: 'button', 'aria-pressed': 'false', onclick: () => {
    sides.hidden = !sides.hidden;
    unified.hidden = !sides.hidden;
    toggle.setAttribute('aria-pressed', String(unified.hidden));
  } }, 'before / after');
  return [el('p', { className: 'buttons' }, copyButton('copy diff', diff), toggle), unified, sides];
}

function diffLine(line) {
  const kind = /^(---|\+\+\+|diff |index |new file)/.test(line) ? 'head' : line.startsWith('@@') ? 'hunk' : line.startsWith('+') ? 'added' : line.startsWith('-') ? 'removed' : '';
  return el('code', { className: `line ${kind}` }, `${code(line)}\n`);
}

function sideBySide(diff) {
  const [before, after] = [[], []];
  const level = () => {
    while (before.length < after.length) {
      before.push(null);
    }
    while (after.length < before.length) {
      after.push(null);
    }
  };
  for (const line of diff.split('\n')) {
    if (/^(---|\+\+\+|diff |index |new file|\\)/.test(line) || line === '') {
      continue;
    } else if (line.startsWith('-')) {
      before.push(['removed', line.slice(1)]);
    } else if (line.startsWith('+')) {
      after.push(['added', line.slice(1)]);
    } else {
      level();
      const shown = line.startsWith('@@') ? ['hunk', line] : ['', line.slice(1)];
      before.push(shown);
      after.push(shown);
    }
  }
  level();
  return [['before', before], ['after', after]].map(([title, lines]) => el('figure', {}, el('figcaption', {}, el('b', {}, title)),
    el('pre', { tabIndex: 0 }, lines.map((line) => el('code', { className: `line ${line ? line[0] : 'gap'}` }, `${line ? code(line[1]) : ' '}\n`)))));
}

function preview(lines) {
  if (!lines) {
    return null;
  }
  const signed = (text, kind, sign) => text.replace(/\n$/, '').split('\n').map((line) => el('code', { className: `line ${kind}` }, `${sign}${code(line)}\n`));
  return [el('p', { className: 'buttons' }, copyButton('copy the new lines', lines.after)),
    el('pre', { className: 'diff', tabIndex: 0 }, signed(lines.before, 'removed', '-'), signed(lines.after, 'added', '+'))];
}

function advice(one) {
  return el('div', {}, el('p', {}, el('span', { className: 'chip' }, one.kind), ' ', printable(one.text),
    one.predictedSaving.systemShare ? el('span', { className: 'dim' }, ` saves ${range(one.predictedSaving.systemShare)} of the system CPU`) : null),
  one.before || one.after ? el('pre', { className: 'diff', tabIndex: 0 },
    [['removed', '-', one.before], ['added', '+', one.after]].flatMap(([kind, sign, text]) => (text ? text.replace(/\n$/, '').split('\n').map((line) => el('code', { className: `line ${kind}` }, `${sign}${code(line)}\n`)) : []))) : null,
  one.after ? copyButton('copy', one.after) : null);
}

function chain(finding, chainShares) {
  if (finding.chain.length === 0) {
    return null;
  }
  return fold(`Call chain, ${plural(finding.chain.length, 'frame')}`, el('ol', { className: 'chain' }, finding.chain.map((frame, at) => el('li', {},
    finding.systemShare === null ? null : shareBar(chainShares[at]), el('code', {}, printable(frame))))));
}

/** What a fix assumes, and what was checked of its result. */
function checks(fix) {
  return fold('Assumptions and checks',
    fix.assumes.length ? [el('h5', {}, 'Assumes'), el('ul', {}, fix.assumes.map((line) => el('li', {}, printable(line))))] : null,
    fix.conflictsWith.length ? el('p', {}, `Conflicts with ${fix.conflictsWith.join(', ')}.`) : null,
    el('p', { className: 'dim' }, `parsed: ${fix.checks.parsed ? 'yes' : 'no'} · compiled: ${fix.checks.compiled} · applies: ${fix.checks.applies ? 'yes' : 'no'}`));
}

/** The pages of the rules that found something, from their Markdown: headings, lists, tables, code. */
function rulePages(rules) {
  return Object.entries(rules).map(([rule, markdown]) => el('details', { id: `rule-${rule}` }, el('summary', {}, rule), el('div', { className: 'page' }, markdownBlocks(markdown))));
}

function markdownBlocks(markdown) {
  const blocks = [];
  const lines = markdown.split('\n');
  const take = (fits) => {
    const taken = [];
    while (lines.length && fits(lines[0])) {
      taken.push(lines.shift());
    }
    return taken;
  };
  while (lines.length) {
    const line = lines.shift();
    if (line.startsWith('```')) {
      const content = take((next) => !next.startsWith('```'));
      lines.shift();
      blocks.push(el('pre', { tabIndex: 0 }, el('code', {}, content.join('\n'))));
    } else if (/^#+ /.test(line)) {
      blocks.push(el(line.startsWith('# ') ? 'h3' : 'h4', {}, inline(line.replace(/^#+ /, ''))));
    } else if (line.startsWith('|')) {
      const cells = (row) => row.replace(/^\||\|$/g, '').split(/(?<!\\)\|/).map((cell) => cell.trim().replace(/\\\|/g, '|'));
      const rows = take((next) => next.startsWith('|')).filter((row) => !/^\|[-:| ]+\|$/.test(row));
      blocks.push(el('div', { className: 'table' }, el('table', {}, el('thead', {}, el('tr', {}, cells(line).map((cell) => el('th', {}, inline(cell))))),
        el('tbody', {}, rows.map((row) => el('tr', {}, cells(row).map((cell) => el('td', {}, inline(cell)))))))));
    } else if (/^[-*] |^\d+\. /.test(line)) {
      const items = [line];
      while (lines.length && lines[0].trim() !== '' && !lines[0].startsWith('```')) {
        const next = lines.shift();
        if (/^[-*] |^\d+\. /.test(next)) {
          items.push(next);
        } else {
          items[items.length - 1] += ` ${next.trim()}`;
        }
      }
      blocks.push(el(/^\d/.test(line) ? 'ol' : 'ul', {}, items.map((item) => el('li', {}, inline(item.replace(/^([-*]|\d+\.) /, ''))))));
    } else if (line.trim() !== '') {
      blocks.push(el('p', {}, inline([line, ...take((next) => next.trim() !== '' && !/^(```|#|\||[-*] )/.test(next))].join(' '))));
    }
  }
  return blocks;
}

/** Code, bold and emphasis; of a link its text. */
function inline(text) {
  return text.split(/(`[^`]+`|\*\*[^*]+\*\*|\[[^\]]+\]\([^)]*\))/).map((part) => {
    if (part.startsWith('`')) {
      return el('code', {}, part.slice(1, -1));
    }
    if (part.startsWith('**')) {
      return el('b', {}, part.slice(2, -2));
    }
    return part.startsWith('[') && part.endsWith(')') ? part.replace(/^\[([^\]]+)\].*$/, '$1') : part;
  });
}
