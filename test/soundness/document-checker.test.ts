import { mkdirSync, renameSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { stampOf } from '../../main/documents/examine-document.ts';
import type { SoundnessChange } from '../../main/soundness/soundness.ts';
import { MemoryKitStore } from '../../main/store/kit-store.ts';
import { KIT_ID, liveKit } from '../start/ipc-fixtures.ts';
import { BEGIN, libraryFolder, memoryKeychain, PDF, sha256, soundLibrary } from './sound-library.ts';

const altered = Buffer.from(PDF);
altered.write('X', 10);
const document = { bytes: PDF.length, sha256: sha256(PDF), pages: 1 };

let place: ReturnType<typeof libraryFolder>;
beforeEach(() => {
  place = libraryFolder();
});
afterEach(() => place.remove());

function setUp(tripkit_id: string | null = 'TK-1', timeout_ms?: number) {
  const kits = new MemoryKitStore();
  const kit = liveKit({ state: 'ready', state_since: BEGIN, tripkit_id, document });
  kits.write(kit, { kit_id: KIT_ID, at: BEGIN, state: 'ready', what: 'Ready.' });
  const library = soundLibrary(place, kits, memoryKeychain(), timeout_ms);
  const changes: SoundnessChange[] = [];
  library.soundness.onChange((change) => changes.push(change));
  const look = () => ({
    kit: library.kit(KIT_ID).state,
    here: library.kit(KIT_ID).document !== null,
    is: library.of(KIT_ID)?.state,
  });
  return { ...library, file: library.file(KIT_ID), changes, look };
}

test('a document that is as it was verified is sound, and each step of the check is told', async () => {
  const { file, checker, look, of, changes } = setUp();
  writeFileSync(file, PDF);
  expect(of(KIT_ID)).toMatchObject({ state: 'verified', at: '2026-11-21T08:00:00.000Z' });
  await checker.check(KIT_ID);
  expect(look()).toEqual({ kit: 'ready', here: true, is: 'verified' });
  expect(changes.map(({ now }) => now.state)).toEqual(['checking', 'verified']);
  expect(of(KIT_ID)?.at).not.toBe('2026-11-21T08:00:00.000Z');
});

test('a changed document stays readable and is downloaded again at once', async () => {
  const { file, checker, look, of, kits } = setUp();
  writeFileSync(file, altered);
  await checker.check(KIT_ID);
  expect(look()).toEqual({ kit: 'downloading', here: true, is: 'damaged' });
  expect(of(KIT_ID)?.what).toMatch(/changed or damaged.*Do not fly by it before the sound copy is here/);
  expect(kits.history(KIT_ID).at(-1)?.what).toMatch(/It is downloaded again/);
});

test.each(['failed', 'cancelled'] as const)(
  'a download that %s leaves the damaged copy with its kit',
  async (end) => {
    const { file, checker, apply, look, of, publish } = setUp();
    writeFileSync(file, altered);
    await checker.check(KIT_ID);
    const failure = { kind: 'service' as const, message: 'No such kit (404).' };
    apply(KIT_ID, end === 'failed' ? { type: 'failed', failure } : { type: 'cancel' });
    expect(look()).toEqual({ kit: end, here: true, is: 'damaged' });
    expect(of(KIT_ID)?.what).toMatch(/Do not fly by it: download it again\.$/);
    // A person tries again, and the sound copy has the same bytes: nothing of the finding is left.
    apply(KIT_ID, { type: 'retry' });
    apply(KIT_ID, { type: 'generated', messages: [] });
    expect(look()).toEqual({ kit: 'downloading', here: true, is: 'damaged' });
    await publish(KIT_ID);
    expect(look()).toEqual({ kit: 'ready', here: true, is: 'verified' });
  },
);

test('one whose service’s id is not known is readable, and a new kit is asked for', async () => {
  const { file, checker, look, of } = setUp(null);
  writeFileSync(file, altered);
  await checker.check(KIT_ID);
  expect(look()).toEqual({ kit: 'failed', here: true, is: 'damaged' });
  expect(of(KIT_ID)?.what).toMatch(/Do not fly by it: request a new kit for the flight\.$/);
});

test('what is gone, empty, or opens no more is not offered to be read', async () => {
  for (const spoil of [
    (file: string) => rmSync(file),
    (file: string) => truncateSync(file, 0),
    (file: string) => writeFileSync(file, Buffer.alloc(PDF.length)),
  ]) {
    const { file, checker, look } = setUp();
    writeFileSync(file, PDF);
    spoil(file);
    await checker.check(KIT_ID);
    expect(look()).toEqual({ kit: 'downloading', here: false, is: undefined });
  }
});

test('a damaged document that is put back is sound again, and is no longer downloaded', async () => {
  const { file, checker, look } = setUp();
  writeFileSync(file, altered);
  await checker.check(KIT_ID);
  writeFileSync(file, PDF);
  await checker.check(KIT_ID);
  expect(look()).toEqual({ kit: 'ready', here: true, is: 'verified' });
});

test('a document that was lost sight of is found by its parcel, damaged or not', async () => {
  for (const [bytes, is] of [
    [PDF, 'verified'],
    [altered, 'damaged'],
  ] as const) {
    const { file, checker, look, kits, parcels, publish, kit } = setUp();
    kits.write(
      { ...kit(KIT_ID), state: 'downloading' },
      { kit_id: KIT_ID, at: 1, state: 'ready', what: 'x' },
    );
    await publish(KIT_ID);
    const lost = { ...kit(KIT_ID), state: 'downloading' as const, document: null };
    kits.write(lost, { kit_id: KIT_ID, at: 2, state: 'downloading', what: 'Lost.' });
    parcels.changed(KIT_ID);
    await parcels.written();
    writeFileSync(file, bytes);
    await checker.check(KIT_ID);
    expect(look()).toEqual({ kit: is === 'verified' ? 'ready' : 'downloading', here: true, is });
  }
});

test('what the disk does not let be read is no finding about the document', async () => {
  const { file, checker, look, of } = setUp();
  mkdirSync(file);
  await checker.check(KIT_ID);
  expect(look()).toEqual({ kit: 'ready', here: true, is: 'unchecked' });
  expect(of(KIT_ID)?.what).toMatch(/Check the disk of this laptop, then check the document again\.$/);
});

test('a check that takes too long finds nothing; one that the app’s end cuts short, neither', async () => {
  const slow = setUp('TK-1', 0);
  // Larger than one piece, so that the reading outlasts a time of nothing.
  const large = Buffer.alloc(64 * 1024 * 1024, 'x');
  writeFileSync(slow.file, large);
  const big = { ...slow.kit(KIT_ID), document: { ...document, bytes: large.length } };
  slow.kits.write(big, { kit_id: KIT_ID, at: 1, state: 'ready', what: 'x' });
  await slow.checker.check(KIT_ID);
  expect(slow.look()).toEqual({ kit: 'ready', here: true, is: 'unchecked' });
  for (const bytes of [PDF, '']) {
    const ended = setUp();
    writeFileSync(ended.file, bytes);
    const check = ended.checker.check(KIT_ID);
    ended.stop.abort();
    await check;
    expect(ended.look()).toEqual({ kit: 'ready', here: true, is: 'verified' });
  }
});

test('a sound document whose seal is looked up when the app ends changes no kit any more', async () => {
  const { file, checker, apply, seals, stop, look } = setUp();
  writeFileSync(file, PDF);
  apply(KIT_ID, { type: 'retry' });
  apply(KIT_ID, { type: 'cancel' });
  const sealOf = seals.check.bind(seals);
  seals.check = (kit) => {
    stop.abort();
    return sealOf(kit);
  };
  await checker.check(KIT_ID);
  expect(look().kit).toBe('cancelled');
});

test('two views wait for one reading', async () => {
  const { file, checker } = setUp();
  writeFileSync(file, PDF);
  const one = checker.check(KIT_ID);
  expect(checker.check(KIT_ID)).toBe(one);
  await one;
  expect(checker.check(KIT_ID)).not.toBe(one);
});

test('a file that is served at another length, or is another one, is checked; once it is known, no more', async () => {
  const { file, checker, look, changes } = setUp();
  writeFileSync(file, PDF);
  await checker.check(KIT_ID);
  // The very file that was found sound: nothing to doubt.
  const asked = changes.length;
  checker.served(KIT_ID, PDF.length, stampOf(statSync(file)));
  expect(changes).toHaveLength(asked);
  writeFileSync(file, altered);
  checker.served(KIT_ID, PDF.length, 'another');
  expect(look().is).toBe('checking');
  await checker.check(KIT_ID);
  expect(look().is).toBe('damaged');
  const known = changes.length;
  checker.served(KIT_ID, PDF.length, 'whatever');
  checker.served(KIT_ID, 3, 'whatever');
  await checker.check(KIT_ID);
  expect(changes.slice(known).every(({ now }) => now.state === 'damaged')).toBe(true);
});

test('a document that is replaced while it is read is not judged by the one before', async () => {
  const { file, checker, publish, look, kits, kit } = setUp();
  kits.write({ ...kit(KIT_ID), state: 'downloading' }, { kit_id: KIT_ID, at: 1, state: 'ready', what: 'x' });
  writeFileSync(file, altered);
  const check = checker.check(KIT_ID);
  writeFileSync(`${file}.new`, PDF);
  renameSync(`${file}.new`, file);
  await publish(KIT_ID);
  await check;
  expect(look()).toEqual({ kit: 'ready', here: true, is: 'verified' });
});

test('a finding that can’t be written down is shown all the same', async () => {
  const { file, checker, look, kits } = setUp();
  writeFileSync(file, altered);
  const write = kits.write.bind(kits);
  const { TripKitError } = await import('../../main/common/errors.ts');
  kits.write = () => {
    throw new TripKitError('disk', 'The disk is full. Make room.', { condition: 'no_space' });
  };
  await checker.check(KIT_ID);
  expect(look()).toEqual({ kit: 'ready', here: true, is: 'damaged' });
  kits.write = write;
  await checker.check(KIT_ID);
  expect(look()).toEqual({ kit: 'downloading', here: true, is: 'damaged' });
});

test('a person’s new download of a sound document that fails leaves the kit as good as before', async () => {
  const { file, checker, apply, look, kit, kits } = setUp();
  writeFileSync(file, PDF);
  await checker.check(KIT_ID);
  apply(KIT_ID, { type: 'retry' });
  // Seen meanwhile: it is sound, and the download goes on.
  await checker.check(KIT_ID);
  expect(look()).toEqual({ kit: 'downloading', here: true, is: 'verified' });
  apply(KIT_ID, { type: 'failed', failure: { kind: 'service', message: 'Not found (404).' } });
  checker.changed(kit(KIT_ID));
  await checker.check(KIT_ID);
  expect(look()).toEqual({ kit: 'ready', here: true, is: 'verified' });
  expect(kits.history(KIT_ID).map(({ state }) => state)).toEqual(['ready', 'downloading', 'failed', 'ready']);
});
