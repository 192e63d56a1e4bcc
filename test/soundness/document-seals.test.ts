import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sealOf } from '../../main/documents/document-seal.ts';
import { DocumentSeals } from '../../main/soundness/document-seals.ts';
import { MemoryKitStore } from '../../main/store/kit-store.ts';
import { liveKit } from '../start/ipc-fixtures.ts';
import { BEGIN, libraryFolder, memoryKeychain, sha256, soundLibrary } from './sound-library.ts';

const [A, B] = ['1f0e5c1a-7d0b-4c7e-9a51-1c2d3e4f5a6b', '2f0e5c1a-7d0b-4c7e-9a51-1c2d3e4f5a6b'] as const;
const OTHER = Buffer.from('%PDF-1.7 another one, of other charts %%EOF');

let place: ReturnType<typeof libraryFolder>;
beforeEach(() => {
  place = libraryFolder();
});
afterEach(() => place.remove());

const parcel = (id: string) => join(place.folder, `${id}.kit.json`);
const readParcel = (id: string) => JSON.parse(readFileSync(parcel(id), 'utf8'));

/** A run of the app, with a kit on its way for each id that is not there yet. */
async function run(
  kits = new MemoryKitStore(),
  keychain = memoryKeychain(),
  ids: readonly string[] = [A, B],
) {
  for (const id of ids) {
    if (kits.get(id)) continue;
    const kit = liveKit({ id, state: 'downloading', tripkit_id: `TK-${id[0]}`, document: null });
    kits.write(kit, { kit_id: id, at: BEGIN, state: 'downloading', what: 'x' });
  }
  const library = soundLibrary(place, kits, keychain);
  const seal = async (id: string) => {
    await library.checker.check(id);
    const found = library.of(id);
    return found && [found.state, found.seal];
  };
  return { ...library, seal };
}

/** What a forger can do who has the disk: other bytes, and every record of them changed to fit. */
function forge(
  kits: MemoryKitStore,
  id: string,
  file: string,
  more: { seal?: object | null; tripkit_id?: string } = {},
) {
  const document = { bytes: OTHER.length, sha256: sha256(OTHER), pages: 1 };
  writeFileSync(file, OTHER);
  const written = readParcel(id);
  const { seal = written.seal, ...facts } = more;
  const forged = { ...written, kit: { ...written.kit, document, ...facts }, document, seal };
  writeFileSync(parcel(id), JSON.stringify(forged));
  const kit = kits.get(id);
  if (kit) kits.write({ ...kit, document, ...facts }, { kit_id: id, at: 1, state: kit.state, what: 'x' });
}

test('a document is sealed when it is verified, and its seal is intact, also after a restart', async () => {
  const first = await run();
  await first.key.ask();
  await first.publish(A);
  expect(await first.seal(A)).toEqual(['verified', 'intact']);
  const second = await run(first.kits, first.keychain);
  expect(await second.seal(A)).toEqual(['verified', 'not_checked']);
  await second.key.ask();
  expect(await second.seal(A)).toEqual(['verified', 'intact']);
});

test('an edit of PDF, parcel and database together is seen at opening', async () => {
  const first = await run();
  await first.key.ask();
  await first.publish(A);
  const second = await run(first.kits, first.keychain);
  forge(second.kits, A, second.file(A));
  await second.key.ask();
  expect(await second.seal(A)).toEqual(['damaged', 'broken']);
  expect(second.of(A)?.what).toMatch(/not what was sealed/);
  // Which kit it is is still what was sealed: the service gives the right document again, with a fresh seal.
  expect(second.kit(A)).toMatchObject({ state: 'downloading', document: { bytes: OTHER.length } });
  await second.publish(A);
  expect(await second.seal(A)).toEqual(['verified', 'intact']);
});

test('where not even the kit is what was sealed, no download makes it good', async () => {
  const first = await run();
  await first.key.ask();
  await first.publish(A);
  forge(first.kits, A, first.file(A), { tripkit_id: 'TK-of-another' });
  expect(await first.seal(A)).toEqual(['damaged', 'broken']);
  expect(first.kit(A)).toMatchObject({ state: 'failed', document: { bytes: OTHER.length } });
  expect(first.of(A)?.what).toMatch(/request a new kit for the flight\.$/);
  first.apply(A, { type: 'retry' });
  first.apply(A, { type: 'generated', messages: [] });
  await first.publish(A);
  expect(await first.seal(A)).toEqual(['damaged', 'broken']);
});

test('a seal that was removed does not look like a sound one', async () => {
  const { kits, key, publish, seal, of, file } = await run();
  await key.ask();
  await publish(A);
  forge(kits, A, file(A), { seal: null });
  expect(await seal(A)).toEqual(['verified', 'missing']);
  expect(of(A)?.what).toMatch(/not sealed.*Download it again to seal it\.$/);
  rmSync(parcel(A));
  expect(await seal(A)).toEqual(['verified', 'missing']);
  // One with a made-up name of its key is none.
  await publish(B);
  const { key: _, ...macs } = readParcel(B).seal;
  forge(kits, B, file(B), { seal: { key: '0123456789abcdef', ...macs } });
  expect(await seal(B)).toEqual(['verified', 'missing']);
});

test.each(['locked', 'hangs'] as const)(
  'a keychain that %s keeps nobody from reading, and seals later',
  async (mode) => {
    const it = await run();
    it.keychain.mode = mode;
    void it.key.ask();
    const begun = it.key.answered();
    await it.clock.settle();
    await it.publish(A);
    expect(await it.seal(A)).toEqual(['verified', 'not_checked']);
    expect(it.of(A)?.what).toMatch(/Its seal was not checked: the keychain of this computer/);
    const told: string[][] = [];
    it.seals.onKey((ids) => told.push(ids));
    it.keychain.mode = 'works';
    await it.clock.advance(3 * 60_000);
    await begun;
    // Not at once: a keychain may ask the person each time.
    await it.clock.advance(6 * 60_000);
    await it.key.ask();
    expect(told).toEqual([[A]]);
    expect(await it.seal(A)).toEqual(['verified', 'intact']);
  },
);

test('a document that was verified while the keychain was locked is not sealed in the next run', async () => {
  const first = await run();
  await first.key.ask();
  first.keychain.mode = 'locked';
  const second = await run(first.kits, first.keychain);
  await second.key.ask();
  await second.publish(A);
  first.keychain.mode = 'works';
  const third = await run(first.kits, first.keychain);
  await third.key.ask();
  expect(await third.seal(A)).toEqual(['verified', 'missing']);
});

test('a seal that is there is not written over while the keychain is locked, so a changed kit stays found', async () => {
  const first = await run();
  await first.key.ask();
  await first.publish(A);
  await first.publish(B);
  first.keychain.mode = 'locked';
  const second = await run(first.kits, first.keychain);
  await second.key.ask();
  // The same document again, and one of a kit that somebody changed meanwhile.
  for (const id of [A, B]) second.apply(id, { type: 'document_gone', why: 'x' });
  await second.publish(A);
  const changed = { ...second.kit(B), tripkit_id: 'TK-of-another' };
  second.kits.write(changed, { kit_id: B, at: 1, state: changed.state, what: 'x' });
  await second.publish(B);
  first.keychain.mode = 'works';
  await second.clock.advance(6 * 60_000);
  await second.key.ask();
  expect(second.of(B)?.seal).not.toBe('intact');
  const third = await run(first.kits, first.keychain);
  await third.key.ask();
  expect(await third.seal(A)).toEqual(['verified', 'intact']);
  expect(await third.seal(B)).toEqual(['damaged', 'broken']);
});

test('documents that nobody sealed get no seal when the key is made, nor ever after', async () => {
  const before = await run();
  before.keychain.mode = 'locked';
  await before.key.ask();
  await before.publish(A);
  before.keychain.mode = 'works';
  const first = await run(before.kits, before.keychain);
  await first.key.ask();
  expect(await first.seal(A)).toEqual(['verified', 'missing']);
  expect(first.of(A)?.what).toMatch(/Download it again to seal it\.$/);
});

test('with another keychain old seals prove nothing, new ones are made; the old keychain opens its own again', async () => {
  const first = await run();
  await first.key.ask();
  await first.publish(A);
  first.keychain.secret = 'two';
  const second = await run(first.kits, first.keychain);
  await second.key.ask();
  expect(await second.seal(A)).toEqual(['verified', 'missing']);
  expect(second.of(A)?.what).toMatch(/sealed with the key of another keychain/);
  await second.publish(B);
  expect(await second.seal(B)).toEqual(['verified', 'intact']);
  first.keychain.secret = 'one';
  const third = await run(first.kits, first.keychain);
  await third.key.ask();
  expect(await third.seal(A)).toEqual(['verified', 'intact']);
});

test('a key that was deleted makes no forged document look sound', async () => {
  const first = await run();
  await first.key.ask();
  await first.publish(A);
  await first.publish(B);
  rmSync(place.keys, { recursive: true });
  forge(first.kits, B, first.file(B), { seal: null });
  const second = await run(first.kits, first.keychain);
  await second.key.ask();
  expect(await second.seal(A)).toEqual(['verified', 'missing']);
  expect(await second.seal(B)).toEqual(['verified', 'missing']);
});

test('the key is in no file, log or seal; its folder is this user’s alone', async () => {
  const { key, publish, keychain, log } = await run();
  await key.ask();
  await publish(A);
  const [name = ''] = readdirSync(place.keys);
  const file = JSON.parse(readFileSync(join(place.keys, name), 'utf8'));
  const secret = await keychain.sealer.unseal(Buffer.from(file.sealed, 'base64'));
  expect(secret).toMatch(/^[0-9a-f]{64}$/);
  expect(readFileSync(parcel(A), 'utf8')).not.toContain(secret);
  expect(log.lines.join('\n')).not.toContain(secret);
  expect(name).toBe(`${readParcel(A).seal.key}.key`);
  expect(sealOf({ id: 'x', secret: Buffer.from(secret, 'hex') }, liveKit()).key).toBe('x');
});

test('a disk that takes no key leaves documents unsealed and readable', async () => {
  writeFileSync(place.keys, 'a file where the folder should be');
  const { key, publish, seal, of } = await run();
  await key.ask();
  await publish(A);
  expect(await seal(A)).toEqual(['verified', 'not_checked']);
  expect(of(A)?.what).toMatch(/can’t be stored|keychain/);
  expect(existsSync(parcel(A))).toBe(true);
});

test('a document whose parcel was being written when the key came is sealed then', async () => {
  const { kits, key } = await run();
  const document = { bytes: OTHER.length, sha256: sha256(OTHER), pages: 1 };
  const kit = liveKit({ id: A, state: 'ready', tripkit_id: 'TK-1', document });
  kits.write(kit, { kit_id: A, at: BEGIN, state: 'ready', what: 'x' });
  const slow = Promise.withResolvers<void>();
  let writes = 0;
  const sealed: string[] = [];
  const seals = new DocumentSeals({
    folder: place.folder,
    ...{ key, kits },
    parcels: {
      written: async () => {},
      sealed: async (_id, sealFor) => {
        writes += 1;
        const seal = sealFor(kit, null);
        if (writes === 1) await slow.promise;
        return seal;
      },
    },
    sealed: (id) => sealed.push(id),
  });
  const received = seals.received([A]);
  await key.ask();
  slow.resolve();
  await received;
  expect(sealed).toEqual([A]);
});
