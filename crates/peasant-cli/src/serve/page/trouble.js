// What is wrong, in the program's words.

/** What the program said was wrong. `cure` is what to do about it, `kind` which fault it is; `away` if it did not answer at all. */
export class Trouble extends Error {
  constructor({ message, text = null, cure = null, kind = null }, away = false) {
    super(message);
    this.text = text;
    this.cure = cure;
    this.kind = kind;
    this.away = away;
  }

  /** All of it in one sentence or two. */
  get words() {
    const quoted = this.text && !this.message.includes(this.text);
    return sentences(quoted ? `${this.message} (“${this.text}”)` : this.message, this.cure);
  }

  /** The same without the text at fault, where the reader has it before them. */
  get plain() {
    return sentences(this.message, this.cure);
  }
}

/** Parts that may be absent, each with a capital and a full stop. @param {...(string|null)} parts */
const sentences = (...parts) =>
  parts.filter(Boolean).map((part) => part.charAt(0).toUpperCase() + part.slice(1) + (/[.!?]$/.test(part) ? '' : '.')).join(' ');
