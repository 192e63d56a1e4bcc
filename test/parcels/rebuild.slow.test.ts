/** Kits whose database is lost, on real files: what their parcels and documents bring back. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { silentLog } from '../../main/common/log.ts';
import { removeFromApp } from '../../main/documents/document-folder.ts';
import { type Parcel, readParcel, writeParcel } from '../../main/documents/parcel-writer.ts';
import { createKitEngine } from '../../main/kits/engine.ts';
import { kitStates } from '../../main/kits/rules/kit-facts.ts';
import { openLibrary } from '../../main/parcels/rebuild.ts';
import { ProfileBook } from '../../main/profile/profile-book.ts';
import { ServicePool } from '../../main/service/open.ts';
import type { KitRecord } from '../../main/store/kit-record.ts';
import { aKit, anEvent, aPdf } from '../documents/samples.ts';
import { freshFolder } from '../fresh-folder.ts';
import { MemoryDocuments, scriptedService } from '../kits/fake-service.ts';
import { BY_PERSON } from '../kits.ts';
import { noComputer } from '../service/fake-computer.ts';
import { profileText } from '../support/health-folder.ts';
import { VirtualClock } from '../virtual-clock.ts';
import { asBack, lose, NOW, openRun } from './library-run.ts';

const pdf = await aPdf(3);
const document = { bytes: pdf.length, sha256: createHash('sha256').update(pdf).digest('hex'), pages: 3 };

function parcelOf(changes: Partial<KitRecord> = {}, more: Partial<Parcel> = {}): Parcel {
  const kit = aKit({ state: 'ready', document, ...changes });
  return { kit, document: kit.document, dates: [], seal: null, ...more };
}

/** A kit's document and parcel without its row. */
async function left(dir: string, changes: Partial<KitRecord> = {}, more: Partial<Parcel> = {}) {
  const parcel = parcelOf(changes, more);
  if (parcel.kit.document) writeFileSync(join(dir, `${parcel.kit.id}.pdf`), pdf);
  await writeParcel(dir, parcel);
  return parcel.kit;
}

test('a parcel is read as it was written, by its owner only, and goes with the kit', async () => {
  const dir = freshFolder();
  const parcels = [parcelOf(), parcelOf({ state: 'requesting', document: null, trip: null, messages: [] })];
  for (const parcel of parcels) {
    await writeParcel(dir, parcel);
    expect(await readParcel(dir, parcel.kit.id)).toEqual(parcel);
    expect(statSync(join(dir, `${parcel.kit.id}.kit.json`)).mode & 0o777).toBe(0o600);
  }
  for (const { kit } of parcels) await removeFromApp(dir, kit.id);
  expect(readdirSync(dir)).toEqual([]);
});

test('a parcel that is damaged, another’s or huge is none', async () => {
  const dir = freshFolder();
  const [kit, other] = [await left(dir), await left(dir)];
  const path = join(dir, `${kit.id}.kit.json`);
  const text = readFileSync(path, 'utf8');
  for (const bad of [
    text.slice(0, -1),
    text.replace(/"sha256":"../, '"sha256":"zz'),
    text.replace('"version":1', '"version":2'),
    text.replace('"state":"ready"', '"state":"known"'),
    text.replace(/"kit":\{.*?\},"document":\{"b/, '"kit":null,"document":{"b'),
    readFileSync(join(dir, `${other.id}.kit.json`)),
    `${text}${' '.repeat(5_000_000)}`,
    'null',
  ]) {
    expect(String(bad)).not.toBe(text);
    writeFileSync(path, bad);
    expect(await readParcel(dir, kit.id)).toBeNull();
  }
  rmSync(path);
  expect(await readParcel(dir, kit.id)).toBeNull();
  await expect(writeParcel(join(dir, 'gone'), parcelOf())).rejects.toMatchObject({
    kind: 'disk',
    condition: 'gone',
  });
});

const text = fc.string({ unit: 'grapheme', maxLength: 12 });
const time = fc.nat(NOW);
const message = fc.record({ code: text, type: text, message: text });
const anyKit: fc.Arbitrary<KitRecord> = fc
  .record({
    id: fc.uuid(),
    profile_id: text,
    tripkit_id: fc.option(text),
    trip: fc.option(
      fc.record(
        { origin: text, destination: text, flight: text },
        { requiredKeys: ['origin', 'destination'] },
      ),
    ),
    entered: fc.constantFrom(undefined, 'departure' as const, 'trip' as const),
    state: fc.constantFrom(...kitStates),
    created_at: time,
    state_since: time,
    due_at: fc.option(fc.nat(2 * NOW)),
    requested_at: fc.option(time),
    messages: fc.array(message, { maxLength: 2 }),
    failure: fc.option(
      fc.record({ kind: fc.constantFrom('service' as const, 'network' as const), message: text }),
    ),
    document: fc.option(fc.constant(document)),
  })
  .map(({ entered, ...kit }) => ({
    ...kit,
    ...(entered ? { entered } : {}),
    ...(kit.state === 'ready' ? { document } : {}),
  }));

test('the list after the loss is the list before it, in every state; nothing is being requested', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(anyKit, { selector: ({ id }) => id, maxLength: 8 }), async (kits) => {
      const dir = freshFolder();
      const run = await openRun(dir);
      for (const kit of kits) {
        if (kit.document) writeFileSync(join(dir, `${kit.id}.pdf`), pdf);
        run.kits.write(kit, anEvent(kit));
      }
      const before = run.kits.list();
      await run.end();
      lose(dir);
      const after = await openRun(dir);
      expect(after.rebuilt.left).toEqual([]);
      const byId = (list: readonly KitRecord[]) => Object.fromEntries(list.map((kit) => [kit.id, kit]));
      expect(byId(after.kits.list())).toEqual(Object.fromEntries(before.map((kit) => [kit.id, asBack(kit)])));
      await after.end();
      // A loss of that list brings the same again, and a start without a loss changes nothing.
      const again = await openRun(dir);
      expect(again.rebuilt.kits).toEqual([]);
      expect(byId(again.kits.list())).toEqual(byId(after.kits.list()));
      await again.end();
    }),
    { numRuns: 25 },
  );
});

test('what was known of a document’s dates comes back with it; what is no date does not', async () => {
  const dir = freshFolder();
  const dates = [
    { evidence: 'service' as const, from: 5, at: 7, learned_at: 8 },
    { evidence: 'document' as const, from: null, at: null, learned_at: 9 },
  ];
  const [kit, other] = [await left(dir, {}, { dates }), await left(dir)];
  const odd = join(dir, `${other.id}.kit.json`);
  writeFileSync(
    odd,
    readFileSync(odd, 'utf8').replace('"dates":[]', '"dates":[{"evidence":"guess","at":1}]'),
  );
  const run = await openRun(dir);
  expect(run.rebuilt.kits.sort()).toEqual([kit.id, other.id].sort());
  const document_sha256 = document.sha256;
  expect(run.dates.all()).toEqual(dates.map((date) => ({ ...date, kit_id: kit.id, document_sha256 })));
  // They go with their kit.
  run.kits.remove(kit.id, BY_PERSON);
  expect(run.dates.all()).toEqual([]);
  await run.end();
  expect(existsSync(join(dir, `${kit.id}.kit.json`))).toBe(false);
});

test('a document that is not as it was is never shown as ready, and is downloaded again where it can be', async () => {
  const dir = freshFolder();
  const [cut, changed, nameless, gone] = [
    await left(dir),
    await left(dir),
    await left(dir, { tripkit_id: null }),
    await left(dir),
  ];
  writeFileSync(join(dir, `${cut.id}.pdf`), pdf.subarray(1));
  for (const { id } of [changed, nameless])
    writeFileSync(join(dir, `${id}.pdf`), Buffer.from(pdf).fill(0x20, 100, 101));
  rmSync(join(dir, `${gone.id}.pdf`));
  const run = await openRun(dir);
  expect(run.rebuilt.kits).toHaveLength(4);
  // It may be the only one that a person has: what can be read of it can be opened.
  for (const { id } of [cut, changed])
    expect(run.kits.get(id)).toMatchObject({ state: 'downloading', document });
  expect(run.kits.get(gone.id)).toMatchObject({ state: 'downloading', document: null });
  const { state, failure } = run.kits.get(nameless.id) ?? {};
  expect([state, failure?.kind, failure?.message]).toEqual([
    ...['failed', 'document'],
    expect.stringMatching(/Request a new kit/),
  ]);
  expect(run.kits.history(nameless.id).map(({ what }) => what)).toEqual([
    expect.stringMatching(/^The library had lost this kit\. The document was changed or damaged/),
  ]);
  await run.end();
});

test('a document of which nothing is known, or that can’t be read now, is left in its place', async () => {
  const dir = freshFolder();
  const stranger = crypto.randomUUID();
  writeFileSync(join(dir, `${stranger}.pdf`), pdf);
  writeFileSync(join(dir, 'a person’s own.pdf'), pdf);
  const { id } = await left(dir);
  rmSync(join(dir, `${id}.pdf`));
  mkdirSync(join(dir, `${id}.pdf`));
  const run = await openRun(dir);
  expect([run.rebuilt.kits, run.rebuilt.left.sort()]).toEqual([[], [id, stranger].sort()]);
  await run.end();
  rmSync(join(dir, `${id}.pdf`), { recursive: true });
  writeFileSync(join(dir, `${id}.pdf`), pdf);
  const again = await openRun(dir);
  expect(again.kits.list().map((kit) => [kit.id, kit.state])).toEqual([[id, 'ready']]);
  await again.end();
  expect(existsSync(join(dir, `${stranger}.pdf`))).toBe(true);
});

test('a library that is damaged beyond reading comes back, also after a rebuild that was given up', async () => {
  const dir = freshFolder();
  const file = join(dir, 'user.sqlite');
  const kits = [await left(dir), await left(dir, { state: 'generating', document: null })];
  writeFileSync(file, Buffer.alloc(50_000, 0x5a));
  await expect(openLibrary(file, dir, { signal: AbortSignal.abort() })).rejects.toMatchObject({
    name: 'AbortError',
  });
  const library = await openLibrary(file, dir, { busy_timeout_ms: 0 });
  for (const kit of kits) expect(library.kits.get(kit.id)).toEqual(kit);
  // What was read before they came back is not the list; at the next start it is.
  expect(library.read).toBeNull();
  library.close();
  const next = await openLibrary(file, dir, { busy_timeout_ms: 0 });
  expect(next.read).toEqual(next.kits.list());
  expect(next.read).toHaveLength(kits.length);
  next.close();
});

test('a parcel that a killed removal left brings no kit back while the record knows of the removal', async () => {
  const dir = freshFolder();
  const run = await openRun(dir);
  const kit = aKit({ state: 'failed', document: null });
  run.kits.write(kit, anEvent(kit));
  await run.parcels.written();
  run.kits.remove(kit.id, BY_PERSON);
  // Killed before the parcel is removed.
  run.close();
  expect(existsSync(join(dir, `${kit.id}.kit.json`))).toBe(true);
  const again = await openRun(dir);
  expect([again.rebuilt.kits, again.kits.list()]).toEqual([[], []]);
  again.close();
});

test('no parcel, forged or not, has anything requested or a token sent elsewhere', async () => {
  const dir = freshFolder();
  const url = 'https://elsewhere.example';
  const none = { document: null, requested_at: null, tripkit_id: null };
  const kits = [
    await left(dir, { ...none, state: 'requesting', profile_id: 'ours' }),
    await left(dir, { ...none, state: 'generating', profile_id: 'ours', tripkit_id: 'TK-forged' }),
    await left(dir, { ...none, state: 'generating', profile_id: url, tripkit_id: url }),
    await left(dir, { ...none, state: 'downloading', profile_id: '../ours', tripkit_id: 'TK-2' }),
  ];
  const [asked, continued, ...foreign] = kits.map(({ id }) => id);
  const path = join(dir, `${continued}.kit.json`);
  const forged = readFileSync(path, 'utf8').replace('"version":1', `"version":1,"url":"${url}"`);
  writeFileSync(path, forged.replace('"kit":{', `"kit":{"url":"${url}","service":{"base_url":"${url}"},`));
  const run = await openRun(dir);
  run.profiles.add({ id: 'ours', text: profileText('Demo Air'), added_at: 1 });
  const clock = new VirtualClock();
  const opened: string[] = [];
  const polled: string[] = [];
  const services = new ServicePool({
    identityOf: async () => ({ kind: 'file', key: '', cert: '', facts: { sha256: 'x' } }) as never,
    profileOf: (id) => new ProfileBook(run.profiles, []).profile(id),
    clock,
    computer: noComputer,
    create: (known) => {
      opened.push(known.name);
      return scriptedService({
        request: () => Promise.reject(new Error('Nothing may be requested.')),
        pdf: async (id) => {
          polled.push(id);
          return { state: 'generating', messages: [] };
        },
      });
    },
  });
  const engine = createKitEngine({
    ...{ store: run.kits, documents: new MemoryDocuments(), clock, log: silentLog },
    ...{
      serviceOf: (id) => services.serviceOf(id),
      limitsOf: () => ({ parallel_requests: 1, parallel_downloads: 1 }),
    },
    ...{ random: () => 0.5, newId: () => crypto.randomUUID() },
    patience: { deadline_ms: 600_000, max_failures: 7, outages_stop_the_clock: false },
  });
  engine.start();
  await clock.until(() => polled.length > 1 && foreign.every((id) => engine.get(id).state === 'failed'));
  expect(engine.get(asked ?? '').state).toBe('unconfirmed');
  expect(new Set(polled)).toEqual(new Set(['TK-forged']));
  expect(opened).toHaveLength(1);
  expect(engine.get(foreign[0] ?? '').failure).toMatchObject({ kind: 'config' });
  const stopped = engine.stop();
  await clock.advance(5_000);
  await stopped;
  expect(JSON.stringify(run.kits.get(continued ?? ''))).not.toContain(url);
  await run.end();
});
