/** The values of a PDF document (ISO 32000-1, 7.3), and the errors of reading them. */

/** The document is not a perfectly regular PDF. It may still be valid: pdf.js decides. */
export class Irregular extends Error {}

/** The available bytes end within the object. */
export class NeedMore extends Error {}

export class PdfName {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

export class PdfRef {
  readonly num: number;
  readonly gen: number;

  constructor(num: number, gen: number) {
    this.num = num;
    this.gen = gen;
  }
}

/** A string. */
export class PdfString {
  readonly kind = 'string';
  /** As written in the document, one byte a character (latin1), without the end delimiter. */
  readonly written: string;

  constructor(written: string) {
    this.written = written;
  }
}

export type PdfDict = Map<string, PdfValue>;
export type PdfValue = null | boolean | number | PdfString | PdfName | PdfRef | PdfDict | PdfValue[];

export function isName(value: PdfValue | undefined, name: string): boolean {
  return value instanceof PdfName && value.name === name;
}

/** @throws Irregular unless `value` is an integer from `least` to `most` (both inclusive) */
export function integer(value: PdfValue | undefined, least: number, most: number): number {
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < least || value > most) {
    throw new Irregular('an integer is missing or out of bounds');
  }
  return value;
}
