/**
 * Goes over the operators of a decoded content stream (ISO 32000-1, 7.8.2) without making values of them: operands are told by where
 * they are in the bytes. As strict as the reader of documents: what a regular producer would not write is refused.
 */
import { DELIMITERS, WHITE_SPACE } from '../../documents/pdf/syntax.ts';
import { Irregular } from '../../documents/pdf/values.ts';

/** An operator of up to three characters as one number. */
export function operatorCode(word: string): number {
  let code = 0;
  for (let index = word.length - 1; index >= 0; index -= 1) code = code * 256 + word.charCodeAt(index);
  return code;
}

const INLINE_IMAGE = operatorCode('BI');
const CONSTANTS = new Set(['true', 'false', 'null']);
/** More operands than any operator has (ISO 32000-1, annex C). */
const MAX_OPERANDS = 64;
const MAX_NESTING = 64;

const REGULAR = 0;
const SPACE = 1;
const kinds = new Uint8Array(256);
for (const code of WHITE_SPACE) kinds[code] = SPACE;
for (const sign of DELIMITERS) kinds[sign.charCodeAt(0)] = sign.charCodeAt(0);

/** A cursor from operator to operator. Every method throws Irregular. */
export class ContentScanner {
  readonly bytes: Buffer;
  /** The operator at hand, as `operatorCode` has it. */
  operator = 0;
  /** How many operands it has. */
  count = 0;
  readonly #starts = new Int32Array(MAX_OPERANDS);
  readonly #ends = new Int32Array(MAX_OPERANDS);
  #at = 0;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }

  /** Behind the operator at hand. */
  get position(): number {
    return this.#at;
  }

  /** Where an operand begins. */
  start(operand: number): number {
    return this.#starts[operand] as number;
  }

  /** Where an operand ends. */
  end(operand: number): number {
    return this.#ends[operand] as number;
  }

  /** Goes to the next operator. @returns false at the end */
  next(): boolean {
    this.count = 0;
    for (;;) {
      this.#skipSpace();
      const { bytes } = this;
      const from = this.#at;
      const code = bytes[from];
      if (code === undefined) {
        if (this.count > 0) throw new Irregular('operands without an operator');
        return false;
      }
      if (kinds[code] === REGULAR && !isNumberStart(code)) {
        this.#skipRegular();
        if (this.#isOperator(from)) return true;
      } else this.#skipValue(0);
      if (this.count === MAX_OPERANDS) throw new Irregular('too many operands');
      this.#starts[this.count] = from;
      this.#ends[this.count] = this.#at;
      this.count += 1;
    }
  }

  /** Whether the word from there to the cursor is an operator: if so it is the one at hand. */
  #isOperator(from: number): boolean {
    const { bytes } = this;
    const length = this.#at - from;
    if (length > 3) {
      if (CONSTANTS.has(bytes.toString('latin1', from, this.#at))) return false;
      throw new Irregular('an unknown operator');
    }
    this.operator =
      (bytes[from] as number) +
      (length > 1 ? (bytes[from + 1] as number) * 256 : 0) +
      (length > 2 ? (bytes[from + 2] as number) * 65_536 : 0);
    // Where its data end is a guess.
    if (this.operator === INLINE_IMAGE) throw new Irregular('an inline picture');
    return true;
  }

  #skipValue(nesting: number): void {
    if (nesting > MAX_NESTING) throw new Irregular('too deep an operand');
    const { bytes } = this;
    switch (bytes[this.#at]) {
      case 0x28:
        this.#skipString();
        return;
      case 0x2f:
        this.#at += 1;
        this.#skipRegular();
        return;
      case 0x5b:
        this.#at += 1;
        this.#skipValues(nesting, 0x5d);
        this.#at += 1;
        return;
      case 0x3c:
        if (bytes[this.#at + 1] === 0x3c) {
          this.#at += 2;
          this.#skipValues(nesting, 0x3e);
          if (bytes[this.#at + 1] !== 0x3e) throw new Irregular('an unfinished dictionary');
          this.#at += 2;
        } else {
          const end = bytes.indexOf(0x3e, this.#at);
          if (end < 0) throw new Irregular('an unfinished string');
          this.#at = end + 1;
        }
        return;
      default:
        if (kinds[bytes[this.#at] ?? 0x28] !== REGULAR) throw new Irregular('no operand');
        this.#skipRegular();
    }
  }

  /** Goes over what an array or a dictionary has, to what ends it. */
  #skipValues(nesting: number, end: number): void {
    for (;;) {
      this.#skipSpace();
      const code = this.bytes[this.#at];
      if (code === undefined) throw new Irregular('an unfinished operand');
      if (code === end) return;
      this.#skipValue(nesting + 1);
    }
  }

  #skipSpace(): void {
    const { bytes } = this;
    let at = this.#at;
    for (;;) {
      const code = bytes[at];
      if (code === undefined) break;
      if (code === 0x25) while (at < bytes.length && bytes[at] !== 0x0a && bytes[at] !== 0x0d) at += 1;
      else if (kinds[code] === SPACE) at += 1;
      else break;
    }
    this.#at = at;
  }

  #skipRegular(): void {
    const { bytes } = this;
    let at = this.#at;
    while (at < bytes.length && kinds[bytes[at] as number] === REGULAR) at += 1;
    this.#at = at;
  }

  #skipString(): void {
    const { bytes } = this;
    let open = 0;
    for (let at = this.#at; at < bytes.length; at += 1) {
      const code = bytes[at];
      if (code === 0x5c) at += 1;
      else if (code === 0x28) open += 1;
      else if (code === 0x29) {
        open -= 1;
        if (open > 0) continue;
        this.#at = at + 1;
        return;
      }
    }
    throw new Irregular('an unfinished string');
  }
}

function isNumberStart(code: number): boolean {
  return (code >= 0x30 && code <= 0x39) || code === 0x2b || code === 0x2d || code === 0x2e;
}
