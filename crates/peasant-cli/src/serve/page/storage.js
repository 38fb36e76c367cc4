// What the browser keeps for us, as JSON. Storage may be forbidden or full.

/** @param {string} name @param {Storage} [storage] @returns {any} null where nothing is kept */
export function kept(name, storage) {
  try {
    return JSON.parse((storage ?? localStorage).getItem(`peasant-${name}`));
  } catch {
    return null;
  }
}

/** @param {string} name @param {any} value @param {Storage} [storage] @returns {boolean} is it kept? */
export function keep(name, value, storage) {
  try {
    (storage ?? localStorage).setItem(`peasant-${name}`, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

/** Calls `act` when another window of the browser keeps something else. @param {string} name @param {() => void} act */
export const onKept = (name, act) => addEventListener('storage', ({ key }) => key === `peasant-${name}` && act());
