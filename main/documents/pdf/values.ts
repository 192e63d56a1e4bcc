/** The values of a PDF document (ISO 32000-1, 7.3), and what reading them may end with. */

/** The document is no perfectly regular PDF. Not necessarily a bad one: pdf.js is to judge. */
export class Irregular extends Error {}

/** The bytes at hand end within the object. */
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
  /** As the document writes it, one character a byte (latin1), without what ends it. */
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

/** @throws Irregular where `value` is no integer within the two bounds, both included */
export function integer(value: PdfValue | undefined, least: number, most: number): number {
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < least || value > most) {
    throw new Irregular('an integer is missing or out of bounds');
  }
  return value;
}
