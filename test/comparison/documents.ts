/** Small documents in the manner of charts, drawn in ways of their own, and their comparison. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import PDFDocument from 'pdfkit';
import { compareDocuments } from '../../main/comparison/compare-documents.ts';
import { contentReader } from '../../main/comparison/content-reader.ts';
import type { ComparedPage } from '../../main/comparison/rules/compared-page.ts';
import { documentThreads } from '../../main/documents/document-reader.ts';
import { pdfjsFolder } from '../../main/documents/pdfjs-folder.ts';
import { classic, pagesObjects, streamObject } from '../documents/pdf-writer.ts';
import { keptThreads } from './kept-threads.ts';

const threads = documentThreads(pdfjsFolder());
const start = { ...threads.start, content: keptThreads(threads.start.content) };
export const contents = contentReader({ start, idle_ms: 0 });

/** Compares two documents. @param folder to write them to */
export function compared(folder: string, old: Buffer, newer: Buffer): Promise<ComparedPage[]> {
  const [file, other] = [join(folder, 'old.pdf'), join(folder, 'new.pdf')];
  writeFileSync(file, old);
  writeFileSync(other, newer);
  return compareDocuments({ file }, { file: other }, contents, { signal: new AbortController().signal });
}

/** A document whose pages have these operators, with Helvetica as F1. */
export function pages(...streams: string[]): Buffer {
  return pagesOf({ width: 595, height: 842 }, ...streams);
}

/** The same with pages of this size, points. */
export function pagesOf({ width, height }: { width: number; height: number }, ...streams: string[]): Buffer {
  const box = `/MediaBox [0 0 ${width} ${height}] `;
  const objects = pagesObjects(streams.length);
  const font = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>';
  const last = 3 + streams.length * 2;
  objects[last] = font;
  for (const [index, stream] of streams.entries()) {
    const number = 3 + index * 2;
    objects[number] =
      `<< /Type /Page /Parent 2 0 R ${box}/Contents ${number + 1} 0 R /Resources << /Font << /F1 ${last} 0 R >> >> >>`;
    objects[number + 1] = streamObject('', stream);
  }
  return classic(objects);
}

/**
 * Some charts: text, frames, curves, dashes, a gradient and a picture on each.
 *
 * @param first the number of the first, where charts of several documents are put together
 */
export async function charts(count: number, first = 0): Promise<Buffer> {
  const doc = new PDFDocument({ autoFirstPage: false, margin: 0 });
  for (let page = first; page < first + count; page += 1) {
    doc.addPage({ size: [387, 594], margin: 0 });
    const put = (text: string, x: number, y: number, size = 8) =>
      doc.fontSize(size).text(text, x, y, { lineBreak: false });
    doc.fillColor('#000000');
    put(`AL-${500 + page} (FAA)`, 175, 32);
    put(`ILS or LOC RWY ${10 + (page % 27)}L`, 250, 40, 10);
    put('NOTE: Circling NA at night. Radar required.', 20, 70);
    for (let line = 0; line < 6; line += 1) put(`S-ILS ${320 + line * 20 + page}/24`, 60, 480 + line * 12);
    doc.lineWidth(1).rect(20, 100, 340, 300).stroke('#202020');
    doc.dash(4, { space: 2 }).moveTo(30, 120).lineTo(300, 380).stroke('#cc0000').undash();
    for (let fix = 0; fix < 5; fix += 1) {
      const [x, y] = [60 + fix * 50 + page, 150 + ((fix * 37) % 200)];
      doc.circle(x, y, 6).stroke('#003366');
      doc
        .moveTo(x, y - 5)
        .lineTo(x + 5, y + 4)
        .lineTo(x - 5, y + 4)
        .closePath()
        .fill('#003366');
    }
    const gradient = doc.linearGradient(200, 420, 300, 420).stop(0, '#ffffff').stop(1, '#88aacc');
    doc.rect(200, 410, 100, 30).fill(gradient);
    doc.image(picture(page), 310, 410, { width: 50 });
    // The page's own sides cut it.
    doc.rect(340, 570, 100, 60).fill('#dddddd');
  }
  doc.end();
  return Buffer.concat(await doc.toArray());
}

/** A page that is a picture of a page, as a scanner makes it. @param spot whether there is a spot on it */
export async function scan(spot: boolean): Promise<Buffer> {
  const doc = new PDFDocument({ autoFirstPage: false, margin: 0 });
  doc.addPage({ size: [387, 594], margin: 0 });
  doc.image(picture(1, spot), 0, 0, { width: 387, height: 594 });
  doc.end();
  return Buffer.concat(await doc.toArray());
}

/** A PNG of 64 x 64 pixels, each its own grey. @param spot whether its upper left corner is white */
function picture(seed: number, spot = false): Buffer {
  const side = 64;
  const lines = Buffer.alloc(side * (1 + side * 3));
  for (let y = 0; y < side; y += 1)
    for (let x = 0; x < side * 3; x += 1)
      lines[y * (1 + side * 3) + 1 + x] =
        spot && x < 24 && y < 8 ? 255 : (x * 3 + y * 5 + seed * 40 + ((x * y) % 11)) & 255;
  const head = Buffer.alloc(13);
  head.writeUInt32BE(side, 0);
  head.writeUInt32BE(side, 4);
  head.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(lines)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Checksums of PNG are not looked at. */
function chunk(type: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  return Buffer.concat([length, Buffer.from(type, 'latin1'), data, Buffer.alloc(4)]);
}
