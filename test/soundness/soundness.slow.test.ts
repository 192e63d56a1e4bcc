import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { stampOf } from '../../main/documents/examine-document.ts';
import { repairLibrary } from '../../main/parcels/repair-library.ts';
import { MemoryKitStore } from '../../main/store/kit-store.ts';
import { liveKit, memoryLog } from '../start/ipc-fixtures.ts';
import { BEGIN, libraryFolder, memoryKeychain, PDF, soundLibrary } from './sound-library.ts';

const ID = '1f0e5c1a-7d0b-4c7e-9a51-1c2d3e4f5a6b';
const RUNS = 60;

let place: ReturnType<typeof libraryFolder>;
beforeEach(() => {
  place = libraryFolder();
});
afterEach(() => place.remove());

/** What happens to the file behind the app's back. */
const changes = {
  alter: (file: string) => writeFileSync(file, Buffer.from(PDF).fill('X', 10, 11)),
  cut: (file: string) => writeFileSync(file, PDF.subarray(0, 12)),
  garble: (file: string) => writeFileSync(file, Buffer.alloc(PDF.length, 'x')),
  empty: (file: string) => writeFileSync(file, ''),
  remove: (file: string) => rmSync(file, { force: true }),
  restore: (file: string) => writeFileSync(file, PDF),
};
const acts = [
  'check',
  'serve',
  'restart',
  'download_ok',
  'download_404',
  'cancel',
  'retry',
  'lock',
  'unlock',
] as const;
type Step = keyof typeof changes | (typeof acts)[number];
const anyStep = fc.constantFrom<Step>(...(Object.keys(changes) as (keyof typeof changes)[]), ...acts);

/** The truth, from the file alone. */
function oracle(file: string): 'sound' | 'readable' | 'unreadable' {
  if (!existsSync(file)) return 'unreadable';
  const bytes = readFileSync(file);
  if (bytes.equals(PDF)) return 'sound';
  return bytes.subarray(0, 5).toString() === '%PDF-' ? 'readable' : 'unreadable';
}

async function begin(kits: MemoryKitStore, keychain: ReturnType<typeof memoryKeychain>) {
  const library = soundLibrary(place, kits, keychain);
  const { suspects } = await repairLibrary(place.folder, kits, BEGIN, memoryLog(), library.parcels);
  await library.key.ask();
  // As the background does.
  for (const id of suspects) await library.checker.check(id, { quietly: true });
  return library;
}

test('whatever happens to a document, what is said of it is so, and what can be read can be opened', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyStep, { maxLength: 25 }), async (steps) => {
      await place.remove();
      place = libraryFolder();
      const keychain = memoryKeychain();
      const kits = new MemoryKitStore();
      const first = liveKit({ id: ID, state: 'downloading', tripkit_id: 'TK-1', document: null });
      kits.write(first, { kit_id: ID, at: BEGIN, state: 'downloading', what: 'x' });
      let library = await begin(kits, keychain);
      await library.publish(ID);
      const file = library.file(ID);
      for (const step of steps) {
        const { kit, checker, apply, stop } = library;
        const { state } = kit(ID);
        // Whether somebody has looked at the file as it is now.
        let looked = true;
        if (step in changes) {
          changes[step as keyof typeof changes](file);
          looked = false;
        } else if (step === 'check') await checker.check(ID);
        else if (step === 'serve') {
          const stats = existsSync(file) && kit(ID).document ? statSync(file) : null;
          if (stats) checker.served(ID, stats.size, stampOf(stats));
          else checker.suspect(ID, null);
          looked = false;
          await checker.check(ID);
        } else if (step === 'restart') {
          stop.abort();
          library = await begin(kits, keychain);
        } else if (step === 'download_ok' && state === 'downloading') await library.publish(ID);
        else if (step === 'download_404' && state === 'downloading')
          apply(ID, { type: 'failed', failure: { kind: 'service', message: 'Not found (404).' } });
        else if (step === 'cancel' && state === 'downloading') apply(ID, { type: 'cancel' });
        else if (step === 'retry' && (state === 'failed' || state === 'cancelled')) {
          apply(ID, { type: 'retry' });
          apply(ID, { type: 'generated', messages: [] });
          looked = false;
        } else {
          if (step === 'lock') keychain.mode = 'locked';
          if (step === 'unlock') keychain.mode = 'works';
          looked = false;
        }
        const truth = oracle(file);
        const said = library.of(ID);
        // A document is said to be there exactly where the kit can be opened.
        expect(said === null).toBe(library.kit(ID).document === null);
        if (step === 'check' || step === 'serve') {
          expect(said?.state ?? null).toBe(
            { sound: 'verified', readable: 'damaged', unreadable: null }[truth],
          );
          if (truth === 'sound') expect(library.kit(ID).state).toBe('ready');
        }
        if (looked && said?.state === 'verified' && step !== 'restart') expect(truth).toBe('sound');
        // Nothing that can be read is ever lost: a look at it finds it, whatever was said before.
        await library.checker.check(ID);
        const after = oracle(file);
        expect(library.kit(ID).document !== null).toBe(after !== 'unreadable');
        expect(library.of(ID)?.state === 'verified').toBe(after === 'sound');
      }
    }),
    { numRuns: RUNS },
  );
});

test('after a restart a document of another length is damaged or gone, before anybody has read it', async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom<Step>('cut', 'empty', 'remove'), async (step) => {
      await place.remove();
      place = libraryFolder();
      const kits = new MemoryKitStore();
      const kit = liveKit({ id: ID, state: 'downloading', tripkit_id: 'TK-1', document: null });
      kits.write(kit, { kit_id: ID, at: BEGIN, state: 'downloading', what: 'x' });
      const library = await begin(kits, memoryKeychain());
      await library.publish(ID);
      changes[step as keyof typeof changes](library.file(ID));
      await repairLibrary(place.folder, kits, BEGIN, memoryLog(), library.parcels);
      const said = soundLibrary(place, kits).of(ID);
      expect(said?.state ?? null).toBe(step === 'cut' ? 'damaged' : null);
    }),
    { numRuns: 6 },
  );
});
