/** Things that the tests of the library share. */
import PDFDocument from 'pdfkit';
import type { KitEventRecord, KitRecord } from '../../main/store/kit-record.ts';
import { kitRecord } from '../kits.ts';

/** A record with an id of its own. */
export function aKit(changes: Partial<KitRecord> = {}): KitRecord {
  return kitRecord({
    id: crypto.randomUUID(),
    trip: { origin: 'EHAM', destination: 'KLAX', alternates: ['KONT'], flight: 'KLM601' },
    created_at: 1_000,
    state_since: 2_000,
    requested_at: 1_500,
    messages: [{ code: '205', type: 'Warning', message: 'closest route points' }],
    ...changes,
  });
}

export function anEvent(kit: KitRecord, what = 'as asked', at = kit.state_since): KitEventRecord {
  return { kit_id: kit.id, at, state: kit.state, what };
}

/** A real PDF of so many pages. */
export async function aPdf(pages: number, options: PDFKit.PDFDocumentOptions = {}): Promise<Buffer> {
  const document = new PDFDocument({ autoFirstPage: false, ...options });
  for (let page = 1; page <= pages; page += 1) document.addPage().text(`Page ${page}`);
  document.end();
  return Buffer.concat(await document.toArray());
}
