import { randomUUID } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Host } from '../../main/host/host.ts';
import type { MarkRecord } from '../../main/marks/mark-store.ts';
import { openPrint } from '../../main/print/open.ts';
import type { Printer } from '../../main/print/printer.ts';
import type { MarkDraft, PrintOrder } from '../../preload/contract.ts';
import { freshFolder } from '../fresh-folder.ts';
import { dialogsOf, memoryFlags } from '../start/ipc-fixtures.ts';
import { documentOf, type Size, wordsOn } from './documents.ts';

const AT = Date.parse('2026-11-27T09:45:00Z');
const kit = randomUUID();
const SIZE: Size = [400, 600];

/** Prints a kit of three pages on a printer that a test plays. */
async function desk(
  more: {
    document?: Buffer;
    marks?: MarkDraft[];
    /** What the list says of the kit. */
    kit?: object;
    flags?: object;
    /** What the system's dialog answers; it stays open without. */
    answer?: () => Promise<boolean>;
    /** The name that the person chooses. */
    saveAs?: string;
  } = {},
) {
  const folder = freshFolder();
  const pages = [1, 2, 3].map((page) => ({ words: `Page ${page}`, size: SIZE }));
  await writeFile(join(folder, `${kit}.pdf`), more.document ?? (await documentOf(pages)));
  const done = { sections: [] as string[], printed: [] as Buffer[], open: 0, noted: [] as string[] };
  const printer: Printer = {
    async setText(sections) {
      done.sections = [...sections];
      const words = sections.map((_, at) => ({ words: `Line ${at}`, size: [567, 764] as Size }));
      const heights = sections.map(() => 12);
      return { pdf: await documentOf(words), page_height: 764, heights, line_height: 9 };
    },
    async load({ bytes, pieces }, signal) {
      const read: Buffer[] = [];
      for await (const piece of pieces()) read.push(piece);
      const all = Buffer.concat(read);
      expect(all.length).toBe(bytes);
      done.printed.push(all);
      done.open += 1;
      return {
        print: () =>
          new Promise((resolve, reject) => {
            signal.addEventListener('abort', () => reject(signal.reason));
            void more.answer?.().then(resolve, reject);
          }),
        [Symbol.dispose]: () => {
          done.open -= 1;
        },
      };
    },
  };
  const live = {
    ...{ id: kit, tripkit_id: 'TK-1', document: { bytes: 1, pages: 3, sha256: 'ab' } },
    trip: { origin: 'EGLL', destination: 'KJFK', flight: 'BAW117', departure: null },
    ...more.kit,
  };
  const flags = memoryFlags();
  const marks = (more.marks ?? []).map((draft) => ({ draft }) as MarkRecord);
  const room = openPrint({ paths: { documents: folder }, now: () => AT } as Host, {
    engine: { get: () => live as never },
    flags: { of: (of) => ({ ...flags.of(of), ...more.flags }) },
    currentMarks: async () => marks,
    notes: { note: (kind) => void done.noted.push(kind) },
  });
  const saved = join(folder, more.saveAs ?? 'saved.pdf');
  const windowOf = () =>
    room.calls({ printer, dialogs: dialogsOf({ saveDocument: async () => saved }) }).print;
  return { ...windowOf(), windowOf, room, done, folder, saved };
}

const order = (more: Partial<PrintOrder> = {}): PrintOrder => ({
  ...{ kit_id: kit, layout: 'one', marks: true, pages: [{ page: 2, caption: null }] },
  ...more,
});
const yes = () => Promise.resolve(true);

test('pages go to the printer as they are in the document, each with its chart, its number and the time', async () => {
  const { start, done } = await desk({ answer: yes });
  const pages = [
    { page: 3, caption: 'EGLL › ILS <27L> & more' },
    { page: 1, caption: null },
  ];
  expect(await start(order({ pages }))).toBe('printed');
  expect(done.sections).toEqual([
    '<p>EGLL › ILS &#60;27L&#62; &#38; more · Page 3 · printed 27 Nov 2026 09:45Z</p>',
    '<p>Page 1 · printed 27 Nov 2026 09:45Z</p>',
  ]);
  const sheets = await wordsOn(done.printed[0] ?? Buffer.alloc(0));
  expect(sheets.map((sheet) => sheet.map(({ words }) => words))).toEqual([
    ['Page 3', 'Line 0'],
    ['Page 1', 'Line 1'],
  ]);
  expect(done.open).toBe(0);
});

test('each sheet says that its document is damaged, withdrawn or old', async () => {
  const { start, done } = await desk({
    answer: yes,
    kit: { shelf: { recalled: { at: AT, why: 'Wrong alternate.' } } },
    flags: { superseded_by: randomUUID(), soundness: { state: 'damaged' } },
  });
  const pages = [1, 2].map((page) => ({ page, caption: null }));
  await start(order({ pages }));
  expect(done.sections).toHaveLength(2);
  for (const section of done.sections)
    expect(section.match(/(?<=class="warning">)\w+/g)).toEqual(['DAMAGED', 'WITHDRAWN', 'OLD']);
});

test('each page that the document has is printed once; without any, nothing is', async () => {
  const { start, done } = await desk({ answer: yes });
  const pages = [7, 2, 2, 1].map((page) => ({ page, caption: null }));
  expect(await start(order({ pages }))).toBe('printed');
  const sheets = await wordsOn(done.printed[0] ?? Buffer.alloc(0));
  expect(sheets.map(([page]) => page?.words)).toEqual(['Page 2', 'Page 1']);
  const beyond = order({ pages: [{ page: 4, caption: null }] });
  await expect(start(beyond)).rejects.toMatchObject({ kind: 'config' });
});

test('notes are numbered as they are on the page, and are left out with the marks', async () => {
  const areas = [
    { x: 0.1, y: 0.1, width: 0.2, height: 0.02 },
    { x: 0.1, y: 0.2, width: 0.5, height: 0.02 },
  ];
  const marks: MarkDraft[] = [
    { kind: 'note', page: 2, x: 0.5, y: 0.5, text: 'Second' },
    { kind: 'highlight', page: 2, colour: 'yellow', areas, text: 'words', note: 'First' },
    { kind: 'highlight', page: 2, colour: 'red', areas, text: 'words', note: ' ' },
    { kind: 'note', page: 1, x: 0.5, y: 0.5, text: 'Of another page' },
    { kind: 'pin', page: 2 },
  ];
  const { start, done } = await desk({ answer: yes, marks });
  await start(order());
  expect(done.sections[1]).toBe('<h2>Notes on page 2</h2><p>1 First</p><p>2 Second</p>');
  const [sheet = []] = await wordsOn(done.printed[0] ?? Buffer.alloc(0));
  expect(sheet.map(({ words }) => words)).toEqual(['Page 2', '1', '2', 'Line 1', 'Line 0']);
  await start(order({ marks: false }));
  const [plain = []] = await wordsOn(done.printed[1] ?? Buffer.alloc(0));
  expect(plain.map(({ words }) => words)).toEqual(['Page 2', 'Line 0']);
});

test('a person who cancels, in either dialog, gets no failure; another window waits until then', async () => {
  expect(await (await desk({ answer: () => Promise.resolve(false) })).start(order())).toBe(null);
  const { start, cancel, windowOf, done } = await desk();
  const printing = start(order());
  await expect.poll(() => done.open).toBe(1);
  const other = windowOf();
  await expect(other.start(order())).rejects.toMatchObject({ kind: 'config', condition: 'in_use' });
  await other.cancel();
  expect(done.open).toBe(1);
  await cancel();
  expect(await printing).toBe(null);
  expect(done.open).toBe(0);
});

test('the end of the app ends what is printed', async () => {
  const { start, room, done } = await desk();
  const printing = start(order());
  await expect.poll(() => done.open).toBe(1);
  room.stop();
  expect(await printing).toBe(null);
});

test('a printer that fails is told, and does not stand in the way of the next printing', async () => {
  const { start, done } = await desk({ answer: () => Promise.reject(new Error('out of paper')) });
  await expect(start(order())).rejects.toThrow('out of paper');
  expect(done.open).toBe(0);
  await expect(start(order())).rejects.toThrow('out of paper');
});

test('a document that no update can be written for is refused, with what to do', async () => {
  const { start } = await desk({ document: Buffer.from('%PDF-1.7\nnothing') });
  await expect(start(order())).rejects.toMatchObject({
    ...{ kind: 'document', condition: 'irregular' },
    message: expect.stringContaining('Save a copy and print it with another viewer.'),
  });
});

test('the sheets are saved whole, as they would be printed, and that is recorded', async () => {
  const { start, save, done, saved, folder } = await desk({ answer: yes });
  await start(order());
  expect(await save(order())).toBe('saved.pdf');
  expect((await readFile(saved)).equals(done.printed[0] ?? Buffer.alloc(0))).toBe(true);
  expect(done.noted).toEqual(['saved']);
  expect((await readdir(folder)).sort()).toEqual([`${kit}.pdf`, 'saved.pdf']);
});

test('the sheets are never saved over the app’s own document', async () => {
  const { save, done, folder } = await desk({ saveAs: `${kit}.pdf` });
  const before = await readFile(join(folder, `${kit}.pdf`));
  await expect(save(order())).rejects.toMatchObject({ kind: 'disk', condition: 'in_use' });
  expect((await readFile(join(folder, `${kit}.pdf`))).equals(before)).toBe(true);
  expect(await readdir(folder)).toEqual([`${kit}.pdf`]);
  expect(done.noted).toEqual([]);
});
