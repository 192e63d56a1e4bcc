import { join } from 'node:path';
import { expect, test } from 'vitest';
import { TripKitError } from '../../main/common/errors.ts';
import type { LiveKit } from '../../main/kits/kit-engine.ts';
import { Reading } from '../../main/reading/reading.ts';
import { ThumbnailStore } from '../../main/reading/thumbnail-store.ts';
import { freshFolder } from '../fresh-folder.ts';
import { liveKit } from '../start/ipc-fixtures.ts';
import { chartOf, kitId, openStores, searchable, takeIn, webp } from './stores.ts';

const sha = (n: number) => n.toString(16).padStart(64, '0');
const NOW = Date.UTC(2026, 10, 21, 9);
/** What a stored thumbnail is taken to need before it is made, bytes. */
const TYPICAL = 8 * 1024;

const kit = (n: number, pages = 10): LiveKit =>
  liveKit({ id: kitId(n), state: 'ready', created_at: n, document: { bytes: 1, sha256: sha(n), pages } });

/** Kits of 10 pages that are all taken in, and room for so many stored thumbnails of the usual size. */
function setUp(kits: LiveKit[], room = 1000) {
  const { database, prepared, log } = openStores(join(freshFolder(), 'reading.sqlite'));
  for (const { id, document } of kits)
    takeIn(prepared, searchable(1, { id, sha256: document?.sha256 ?? '' }), [{ text: '' }]);
  const thumbnails = new ThumbnailStore(database, room * TYPICAL);
  const reading = new Reading({
    engine: { list: () => kits },
    prepared,
    thumbnails,
    onWanted: () => {},
    shrink: () => {},
    now: () => NOW,
    log,
  });
  const documentOf = (n: number) => {
    const document = kits.find(({ id }) => id === kitId(n))?.document;
    if (!document) throw new Error('there is a document');
    return document;
  };
  const make = (n: number, bytes = 100, pages = documentOf(n).pages) =>
    reading.storeStoredThumbnails(
      { created_at: n },
      documentOf(n),
      Array.from({ length: pages }, (_, index) => ({ page: index + 1, webp: webp(bytes) })),
    );
  const missing = () => reading.missingStoredThumbnails(100).map((id) => Number(id.slice(-2)));
  return { reading, prepared, thumbnails, documentOf, make, missing, log };
}

test('kits that were opened come first, then the newest; those that are whole are left out', () => {
  const { reading, documentOf, make, missing } = setUp([1, 2, 3, 4].map((n) => kit(n)));
  expect(missing()).toEqual([4, 3, 2, 1]);
  reading.prepared(kitId(2), documentOf(2));
  expect(missing()).toEqual([2, 4, 3, 1]);
  make(4);
  make(3, 100, 9);
  expect(missing()).toEqual([2, 3, 1]);
  expect(reading.missingStoredThumbnails(2)).toEqual([kitId(2), kitId(3)]);
});

test('none is asked for that would drive others out which come before it', () => {
  const { reading, documentOf, make, missing } = setUp(
    [1, 2, 3, 4].map((n) => kit(n)),
    25,
  );
  expect(missing()).toEqual([4, 3]);
  // Smaller than expected, so that there is room for more.
  make(4, 1000);
  expect(missing()).toEqual([3, 2]);
  make(3, 1000);
  make(2, 1000);
  make(1, 1000);
  expect(missing()).toEqual([]);
  // All there is room for is there already, and larger than expected: the last one has none, and is not asked for.
  const full = setUp(
    [1, 2, 3].map((n) => kit(n)),
    25,
  );
  full.make(3, 16 * 1024);
  expect(full.missing()).toEqual([]);
  // One that is opened comes first, and drives the others out.
  full.reading.prepared(kitId(1), full.documentOf(1));
  expect(full.missing()).toEqual([1]);
  expect(full.make(1, 16 * 1024)).toBe(true);
  expect(full.missing()).toEqual([]);
  expect(full.reading.thumbnails(full.documentOf(3)).pages).toEqual([[1, 1]]);
  reading.prepared(kitId(1), documentOf(1));
  expect(missing()).toEqual([]);
});

test('a document of more pages than are prepared gets none', () => {
  const { missing } = setUp([kit(1, 20_001), kit(2)]);
  expect(missing()).toEqual([2]);
});

test('pages that the document does not have are refused', () => {
  const { reading, documentOf } = setUp([kit(1)]);
  const beyond = [{ page: 11, webp: webp(100) }];
  expect(() => reading.storeStoredThumbnails({ created_at: 1 }, documentOf(1), beyond)).toThrow(
    /does not have/,
  );
  expect(reading.thumbnails(documentOf(1)).pages).toEqual([]);
});

test('a kit is opened even where it can’t be written down that it was', () => {
  const { reading, thumbnails, documentOf, log } = setUp([kit(1)]);
  thumbnails.use = () => {
    throw new TripKitError('disk', 'The disk is full.', { condition: 'no_space' });
  };
  expect(reading.prepared(kitId(1), documentOf(1)).state).toBe('ready');
  expect(log.lines.join()).toContain('could not be noted');
});

test('prepared data names the pages that are charts, with what is drawn on them as far as that is known', () => {
  const { reading, documentOf, prepared } = setUp([kit(1)]);
  const pages = (['cover', 'approach', 'notam', 'sid', null] as const).map((kind, index) => ({
    text: '',
    heading: null,
    chart: { ...chartOf(index + 1), kind: kind && { value: kind, words: [] } },
  }));
  const { id } = prepared.begin(kitId(1), documentOf(1).sha256);
  prepared.savePages(id, pages, '');
  expect(reading.prepared(kitId(1), documentOf(1)).charts).toEqual([
    [2, null],
    [4, null],
  ]);
  const drawn: [number, number, number, number] = [0.1, 0.1, 0.5, 0.8];
  reading.storeStoredThumbnails({ created_at: 1 }, documentOf(1), [
    { page: 1, webp: webp(100), drawn },
    { page: 4, webp: webp(100), drawn },
  ]);
  expect(reading.prepared(kitId(1), documentOf(1)).charts).toEqual([
    [2, null],
    [4, drawn],
  ]);
});
