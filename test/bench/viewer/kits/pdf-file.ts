/** Writes a PDF object by object into a file: constant memory, classic cross-reference table (ISO 32000-1, 7.5). */
import { closeSync, openSync, writeSync } from 'node:fs';
import { deflateSync } from 'node:zlib';

export class PdfFile {
  readonly #file: number;
  readonly #offsets: number[] = [];
  #at = 0;

  constructor(path: string) {
    this.#file = openSync(path, 'w');
    this.#write(Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1'));
  }

  /** Bytes so far. */
  get length(): number {
    return this.#at;
  }

  /** A number for an object that is written later. */
  reserve(): number {
    this.#offsets.push(-1);
    return this.#offsets.length;
  }

  object(body: string, number = this.reserve()): number {
    this.#begin(number);
    this.#write(Buffer.from(`${body}\nendobj\n`, 'latin1'));
    return number;
  }

  /** A stream of the data as they are; `dictionary` without its brackets and Length. */
  stream(dictionary: string, data: Buffer, number = this.reserve()): number {
    this.#begin(number);
    this.#write(Buffer.from(`<<${dictionary}/Length ${data.length}>>\nstream\n`, 'latin1'));
    this.#write(data);
    this.#write(Buffer.from('\nendstream\nendobj\n', 'latin1'));
    return number;
  }

  /** A content stream, deflated. */
  content(text: string): number {
    return this.stream('/Filter/FlateDecode', deflateSync(Buffer.from(text, 'latin1'), { level: 6 }));
  }

  /** Cross-reference table and trailer; nothing can be written after it. */
  end(root: number, info: number): void {
    const start = this.#at;
    const lines = [`xref\n0 ${this.#offsets.length + 1}\n0000000000 65535 f \n`];
    for (const offset of this.#offsets) lines.push(`${String(offset).padStart(10, '0')} 00000 n \n`);
    lines.push(`trailer\n<</Size ${this.#offsets.length + 1}/Root ${root} 0 R/Info ${info} 0 R>>\n`);
    lines.push(`startxref\n${start}\n%%EOF\n`);
    this.#write(Buffer.from(lines.join(''), 'latin1'));
    closeSync(this.#file);
  }

  #begin(number: number): void {
    this.#offsets[number - 1] = this.#at;
    this.#write(Buffer.from(`${number} 0 obj\n`, 'latin1'));
  }

  #write(data: Buffer): void {
    for (let done = 0; done < data.length; ) done += writeSync(this.#file, data, done);
    this.#at += data.length;
  }
}
