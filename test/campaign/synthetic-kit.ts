import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import PDFDocument from 'pdfkit';

/**
 * Writes a sound PDF of about `bytes` bytes and so many pages: text, some vectors, and an incompressible attachment a
 * page, which stands for scans.
 */
export async function writeSyntheticKit(file: string, pages: number, bytes: number): Promise<void> {
  const document = new PDFDocument({ autoFirstPage: false, compress: false });
  const out = createWriteStream(file);
  document.pipe(out);
  const each = Math.max(Math.floor(bytes / pages) - 4000, 0);
  for (let page = 1; page <= pages; page += 1) {
    document.addPage({ size: 'A5' }).fontSize(9).text(`Synthetic page ${page} of ${pages}`);
    for (let i = 0; i < 60; i += 1) document.moveTo(40, 60 + i * 5).lineTo(300, 62 + i * 5);
    document.stroke();
    const ballast = document.ref({ Length: each });

    ballast.end(randomBytes(each));
    if (out.writableNeedDrain) await once(out, 'drain');
  }
  document.end();
  await finished(out);
}
