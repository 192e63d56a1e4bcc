/** Changes of documents while the app runs, with real files; time is virtual. */
import { rmSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { followDocuments } from '../../main/soundness/follow-documents.ts';
import { MemoryKitStore } from '../../main/store/kit-store.ts';
import { KIT_ID, liveKit } from '../start/ipc-fixtures.ts';
import { VirtualClock } from '../virtual-clock.ts';
import { BEGIN, libraryFolder, memoryKeychain, PDF, sha256, soundLibrary } from './sound-library.ts';

let place: ReturnType<typeof libraryFolder>;
beforeEach(() => {
  place = libraryFolder();
});
afterEach(() => place.remove());

/** A library with one sound document that nobody has read since the start, and its watch. */
async function setUp(state_since = BEGIN) {
  const kits = new MemoryKitStore();
  const document = { bytes: PDF.length, sha256: sha256(PDF), pages: 1 };
  const kit = liveKit({ state: 'ready', state_since, tripkit_id: 'TK-1', document });
  kits.write(kit, { kit_id: KIT_ID, at: BEGIN, state: 'ready', what: 'Ready.' });
  const library = soundLibrary(place, kits, memoryKeychain());
  writeFileSync(library.file(KIT_ID), PDF);
  const clock = new VirtualClock();
  const check = vi.spyOn(library.checker, 'check');
  void followDocuments({
    ...library,
    folder: place.folder,
    clock,
    signal: library.stop.signal,
  });
  // The first look is over when it waits for the next one.
  await vi.waitFor(() => expect(clock.waiting).toBe(1));
  const is = () => ({ kit: library.kit(KIT_ID).state, is: library.of(KIT_ID)?.state });
  /** Moves the clock to the next looks until it is so. */
  const becomes = (wanted: ReturnType<typeof is>) =>
    vi.waitFor(async () => {
      await clock.advance(31_000);
      expect(is()).toEqual(wanted);
    });
  return { ...library, clock, check, is, becomes };
}

const altered = Buffer.from(PDF);
altered.write('X', 10);

test.each<[string, (file: string) => void, { kit: string; is: string | undefined }]>([
  ['deleted', (file) => rmSync(file), { kit: 'downloading', is: undefined }],
  ['cut', (file) => truncateSync(file, 8), { kit: 'downloading', is: 'damaged' }],
  ['written to', (file) => writeFileSync(file, altered), { kit: 'downloading', is: 'damaged' }],
])('a document that is %s is found although nobody opens it', async (_what, spoil, found) => {
  const { file, is, becomes } = await setUp();
  expect(is()).toEqual({ kit: 'ready', is: 'verified' });
  // On some file systems two writes in one tick have one time.
  utimesSync(file(KIT_ID), 1, 1);
  await becomes({ kit: 'ready', is: 'verified' });
  spoil(file(KIT_ID));
  await becomes(found as ReturnType<typeof is>);
});

test('a change that the system reports is looked at without waiting for the next look', async () => {
  const { file, is, clock } = await setUp();
  rmSync(file(KIT_ID));
  await vi.waitFor(async () => {
    // The system's report takes a moment, but less than one look every 30 s of this clock.
    await clock.advance(50);
    expect(is().kit).toBe('downloading');
  });
  expect(clock.monotonic()).toBeLessThan(30_000);
});

test('a file that was not touched is read again only when its last result is old, a minute after the start', async () => {
  const { check, clock } = await setUp(Date.UTC(2026, 10, 21));
  await clock.advance(5 * 60_000);
  expect(check).not.toHaveBeenCalled();
  clock.epoch += 7 * 3_600_000;
  await vi.waitFor(async () => {
    await clock.advance(31_000);
    expect(check).toHaveBeenCalledWith(KIT_ID, { quietly: true });
  });
});
