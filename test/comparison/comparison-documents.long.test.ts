/** Kits of a flight in two AIRAC cycles, compared as the app does it: with pdf.js, in threads. */
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { compareDocuments } from '../../main/comparison/compare-documents.ts';
import { contentReader } from '../../main/comparison/content-reader.ts';
import { documentThreads } from '../../main/documents/document-reader.ts';
import { writeKit } from '../demo-service/pdf/kit-document.ts';
import { freshFolder } from '../fresh-folder.ts';
import { pdfjs_folder } from '../reading/stores.ts';
import { DEPARTURE, id, kitOf, type Laptop, type LaptopOptions, openLaptop } from './comparison-laptop.ts';

vi.setConfig({ testTimeout: 120_000 });
const PAGES = 12;
const CYCLE_MS = 28 * 86_400_000;
const document = { bytes: 9, pages: PAGES };
const OLD = kitOf(1, 'aa', { document: { ...document, sha256: 'aa' } });
const NEW = kitOf(2, 'bb', { document: { ...document, sha256: 'bb' } });

async function twoCycles(folder: string): Promise<void> {
  const trip = { origin: 'EHAM', destination: 'EGLL', alternates: [], route: 'DCT', flight: 'DMO118' };
  const day = Date.UTC(2026, 10, 20);
  const spec = { trip: { ...trip, departure: DEPARTURE }, company_name: 'Demo Air', pages_max: PAGES };
  await writeKit({ ...spec, day }, join(folder, '1'));
  await writeKit({ ...spec, day: day + CYCLE_MS }, join(folder, '2'));
}

/** @param begun called when pages were read */
function start(folder: string, begun = () => {}): Laptop {
  const contents = contentReader(documentThreads(pdfjs_folder));
  const compare: LaptopOptions['compare'] = (old, new_, options) =>
    compareDocuments({ file: join(folder, old.file) }, { file: join(folder, new_.file) }, contents, {
      ...options,
      onProgress: (done, of) => {
        options.onProgress(done, of);
        begun();
      },
    });
  const laptop = openLaptop(folder, [OLD, NEW], { compare });
  laptop.data.start();
  return laptop;
}

test('an app that ends while it compares begins anew; marks follow to pages with other dates alone', async () => {
  const folder = freshFolder();
  await twoCycles(folder);
  const begun = Promise.withResolvers<void>();
  const first = start(folder, begun.resolve);
  for (let page = 1; page <= PAGES; page += 1) {
    first.annotations.add(OLD.id, { kind: 'note', page, x: 0.5, y: 0.5, text: `on ${page}` });
  }
  await begun.promise;
  await first.end();

  const laptop = start(folder);
  await laptop.settle();
  const { state, pages } = laptop.data.of(OLD.id, NEW.id);
  expect(state).toBe('ready');
  const changed = pages.flatMap((page) => (page.state === 'changed' ? [page.new] : []));
  // Notices have other dates of validity; a chart has another cycle in its frame, and nothing else.
  expect(changed).toContain(PAGES);
  expect(changed).not.toContain(5);
  expect(pages.every((page) => page.state === 'restamped' || page.state === 'changed')).toBe(true);
  const count = changed.length;
  expect(laptop.counts.of(NEW.id)).toMatchObject({ state: 'ready', changed: count, unreviewed: count });
  const followed = laptop.annotations.list(id(2)).map(({ draft }) => draft.page);
  expect(followed).toEqual(pages.flatMap((page) => (page.state === 'restamped' ? [page.new] : [])));
  expect(laptop.data.waitingMarks(NEW.id).map(({ page }) => page)).toEqual(changed);
});
