// Elements, made and found. Text is always set as text, never read as HTML.

/** @param {string} id @returns {any} the element with this id */
export const byId = (id) => document.getElementById(id);

/**
 * Makes an element.
 * @param {string} tag
 * @param {Record<string, any>} [props] `class`, `text`, handlers such as `onclick`; the rest are attributes
 * @param {...(Node|string)} children
 * @returns {any}
 */
export function el(tag, props = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (value === undefined || value === null || value === false) continue;
    if (name === 'class') made.className = value;
    else if (name === 'text') made.textContent = value;
    else if (name.startsWith('on')) made.addEventListener(name.slice(2), value);
    else made.setAttribute(name, value === true ? '' : String(value));
  }
  made.append(...children);
  return made;
}

/** @param {string} text @param {(event: Event) => void} onclick @param {Record<string, any>} [props] */
export const button = (text, onclick, props = {}) => el('button', { type: 'button', text, onclick, ...props });

/** Sets the text only if it is another one, so that live regions do not repeat themselves. */
export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** What stays in sight under the board on a phone. @param {string} text @param {string} [kind] its class */
export function strip(text, kind = '') {
  byId('strip').textContent = text;
  byId('strip').className = `strip ${kind}`;
}

/** Calls `act` once nothing has asked for it during `wait` milliseconds. */
export function debounce(act, wait) {
  let timer = 0;
  return (...args) => {
    clearTimeout(timer);
    timer = setTimeout(() => act(...args), wait);
  };
}

/** Is this element one that types, so that single keys belong to it? */
export const isTyping = (element) =>
  element instanceof HTMLTextAreaElement ||
  element instanceof HTMLSelectElement ||
  (element instanceof HTMLInputElement && !['button', 'checkbox', 'file'].includes(element.type));
