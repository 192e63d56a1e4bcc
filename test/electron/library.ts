/** Documents that lie in the library without a row: each opens, as a kit of unknown origin. */
import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import PDFDocument from 'pdfkit';

/** A document of `pages` pages, made larger by `ballast` bytes that no page shows. */
export async function makePdf(pages: number, ballast = 0): Promise<Buffer> {
  const document = new PDFDocument({ compress: false });
  const chunks: Buffer[] = [];
  document.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise((resolve) => document.on('end', resolve));
  for (let page = 1; page <= pages; page += 1) {
    if (page > 1) document.addPage();
    document.text(`Page ${page}. `.repeat(100));
  }
  if (ballast > 0) document.ref({}).end(Buffer.alloc(ballast, 'x'));
  document.end();
  await ended;
  return Buffer.concat(chunks);
}

/** Puts a document into the library of `userData`, before the app starts. @returns the kit's id */
export async function putDocument(userData: string, bytes: Uint8Array): Promise<string> {
  const id = randomUUID();
  const documents = join(userData, 'documents');
  await mkdir(documents, { recursive: true });
  await writeFile(join(documents, `${id}.pdf`), bytes);
  return id;
}
