/** Kits that lie in the library without a row: each comes back from its parcel. */
import { createHash, randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import PDFDocument from 'pdfkit';

/** A document of `pages` pages, made larger by `ballast` bytes that no page shows. */
export async function makePdf(pages: number, ballast = 0): Promise<Buffer> {
  const document = new PDFDocument({ compress: false });
  for (let page = 1; page <= pages; page += 1) {
    if (page > 1) document.addPage();
    document.text(`Page ${page}. `.repeat(100));
  }
  if (ballast > 0) document.ref({}).end(Buffer.alloc(ballast, 'x'));
  document.end();
  return Buffer.concat(await document.toArray());
}

/** Puts a kit without a flight into the library of `userData`, before the app starts: its document and its parcel. @returns its id */
export async function putDocument(
  userData: string,
  bytes: Uint8Array,
  id: string = randomUUID(),
): Promise<string> {
  const documents = join(userData, 'documents');
  await mkdir(documents, { recursive: true });
  await writeFile(join(documents, `${id}.pdf`), bytes);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const pages =
    Buffer.from(bytes)
      .toString('latin1')
      .match(/\/Type \/Page\b/g)?.length ?? 1;
  const document = { bytes: bytes.length, sha256, pages };
  const at = Date.now();
  const kit = {
    ...{ id, profile_id: 'lost', tripkit_id: null, trip: null, state: 'ready', document },
    ...{ created_at: at, state_since: at, due_at: null, requested_at: null, messages: [], failure: null },
  };
  const parcel = { version: 1, kit, document, dates: [], seal: null };
  await writeFile(join(documents, `${id}.kit.json`), JSON.stringify(parcel));
  return id;
}
