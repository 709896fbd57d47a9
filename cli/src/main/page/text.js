// How names and numbers become text, and text becomes elements. Nothing here parses markup: names come from strangers.

/** Makes an element; a child is an element, or a text. Properties with a dash are attributes, "on" ones are listeners. */
function el(name, properties, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(properties || {})) {
    if (value === undefined || value === null || value === false) {
      continue;
    }
    if (key.startsWith('on')) {
      made.addEventListener(key.slice(2), value);
    } else if (key in made && !key.includes('-') && key !== 'list') {
      made[key] = value;
    } else {
      made.setAttribute(key, value);
    }
  }
  made.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return made;
}

/** Shows what does not print, or turns the direction of the text, as a visible escape. */
function printable(text) {
  return String(text).replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Cn}]/gu, (c) => {
    const code = c.codePointAt(0);
    return code < 0x100 ? '\\x' + code.toString(16).padStart(2, '0') : '\\u' + code.toString(16).padStart(4, '0');
  });
}

function count(number) {
  return Math.round(number).toString().replace(/\B(?=(\d{3})+$)/g, ',');
}

function plural(number, noun) {
  return `${count(number)} ${noun}${number === 1 ? '' : 's'}`;
}

/** A share of 0..1 as percent; unknown is a dash. */
function percent(share, digits = 1) {
  return share === null || share === undefined || Number.isNaN(share) ? '–' : `${(share * 100).toFixed(digits)} %`;
}

function seconds(nanos) {
  const value = nanos / 1e9;
  const digits = value > 0 && value < 0.1 ? 3 : 2;
  return `${value.toFixed(digits).replace(/\B(?=(\d{3})+(?!\d)\.)/g, ',')} s`;
}

/** The 95 % confidence interval of a share that comes from so many samples, in points. */
function plusMinus(share, samples) {
  if (!(samples > 0)) {
    return '';
  }
  const bounded = Math.min(Math.max(share, 0), 1);
  return ` ± ${(196 * Math.sqrt((bounded * (1 - bounded)) / samples)).toFixed(1)}`;
}

/** A saving of [low, high] as `55.2 to 61.4 %`. */
function range(shares) {
  const [low, high] = shares.map((share) => (share * 100).toFixed(1));
  return low === high ? `${high} %` : `${low} to ${high} %`;
}

/** The last part of a class and the method: Foo.write of pkg.Foo.write. */
function shortName(name) {
  const parts = name.split('.');
  return parts.length > 2 && !name.startsWith('[') && !name.includes('(') ? parts.slice(-2).join('.') : name;
}

/** Copies text; a page that was opened from a file may not have the clipboard's own interface. */
async function copyText(text, button) {
  let done = false;
  try {
    await navigator.clipboard.writeText(text);
    done = true;
  } catch (refused) {
    const area = el('textarea', { value: text, className: 'offscreen' });
    document.body.append(area);
    area.select();
    done = document.execCommand('copy');
    area.remove();
  }
  const label = button.textContent;
  button.textContent = done ? 'copied' : 'not copied';
  setTimeout(() => { button.textContent = label; }, 1500);
}
