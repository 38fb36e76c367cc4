// Files that the reader saves and opens.

import { byId, el } from './dom.js';

/** @param {string} name @param {Blob} content */
export function save(name, content) {
  const address = URL.createObjectURL(content);
  el('a', { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10000);
}

/** @param {string} name @param {string} text @param {string} kind its media type */
export const saveText = (name, text, kind) => save(name, new Blob([text], { type: kind }));

/** A name that every system takes. @param {string} title @param {string} ending */
export const fileName = (title, ending) => `${title.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '') || 'peasant'}.${ending}`;

/**
 * Reads the files that are chosen in a field or dropped on a place.
 * @param {string} field @param {string} place @param {(text: string, name: string) => void} take
 */
export function bindFile(field, place, take) {
  const read = async (file) => file && take(await file.text(), file.name);
  byId(field).addEventListener('change', async (event) => {
    await read(event.target.files[0]);
    // The same file may be chosen again.
    event.target.value = '';
  });
  byId(place).addEventListener('dragover', (event) => event.preventDefault());
  byId(place).addEventListener('drop', (event) => {
    const [file] = event.dataTransfer.files;
    if (!file) return;
    event.preventDefault();
    read(file);
  });
}
