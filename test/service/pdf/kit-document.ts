/** A whole trip-kit document: plans its pages from the trip and draws them one by one. */
import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import PDFDocument from 'pdfkit';
import { seeded, seedOf } from '../random.ts';
import type { DemoTrip } from '../trip-rules.ts';

/** What a document is made from; the same spec gives the same bytes. */
export interface KitSpec {
  trip: DemoTrip;
  company_name: string;
  /** Null: 20 to 400, by the trip. */
  pages_max: number | null;
}

/** Draws the kit into `file`; resolves with its number of pages. Rejects where the file can't be written. */
export async function writeKit(spec: KitSpec, file: string): Promise<number> {
  const random = seeded(seedOf(JSON.stringify(spec.trip)));
  const total = Math.min(random.integer(20, 400), spec.pages_max ?? 400);
  const doc = new PDFDocument({ autoFirstPage: false, info: { CreationDate: new Date(0) } });
  const out = createWriteStream(file);
  doc.pipe(out);
  for (let page = 1; page <= total; page += 1) {
    doc.addPage({ size: 'A4' });
    doc.outline.addItem(`Page ${page}`);
    doc.fontSize(20).text(`${spec.trip.origin} - ${spec.trip.destination}, page ${page} of ${total}`);
  }
  doc.end();
  await finished(out);
  return total;
}
