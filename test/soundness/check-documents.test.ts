import { expect, test } from 'vitest';
import { checkDocuments } from '../../main/soundness/check-documents.ts';
import { MemoryKitStore } from '../../main/store/kit-store.ts';
import { liveKit, memoryLog } from '../start/ipc-fixtures.ts';

const ids = [1, 2, 3, 4].map((n) => `${n}f0e5c1a-7d0b-4c7e-9a51-1c2d3e4f5a6b`);
const [A, B, C, D] = ids;

function setUp() {
  const kits = new MemoryKitStore();
  for (const [index, id] of ids.entries()) {
    // The newest first: A. D has no document that anybody knows of.
    const document = id === D ? null : { bytes: 10, sha256: 'ab', pages: 1 };
    const kit = liveKit({ id, state: id === D ? 'downloading' : 'ready', created_at: 10 - index, document });
    kits.write(kit, { kit_id: id, at: 1, state: kit.state, what: 'x' });
  }
  const checked: string[] = [];
  const log = memoryLog();
  const run = (more: Partial<Parameters<typeof checkDocuments>[0]> = {}) =>
    checkDocuments({
      kits,
      checker: { check: async (id, options) => void checked.push(options?.quietly ? id : `loudly ${id}`) },
      suspects: [],
      keychain: async () => {},
      log,
      signal: new AbortController().signal,
      after_ms: 0,
      pause_ms: 0,
      ...more,
    });
  return { run, checked, log };
}

test('suspects are read first, those that were lost sight of too, and then the newest', async () => {
  const { run, checked } = setUp();
  await run({ suspects: [C ?? '', D ?? ''] });
  expect(checked).toEqual([C, D, A, B]);
});

test('no more is read than a start may cost; an end is an end', async () => {
  const { run, checked, log } = setUp();
  await run({ max_bytes: 11 });
  expect(checked).toEqual([A, B]);
  await run({ signal: AbortSignal.abort() });
  expect(checked).toEqual([A, B]);
  expect(log.lines).toEqual([]);
});

test('it begins once the keychain has had its time', async () => {
  const { run, checked } = setUp();
  const keychain = Promise.withResolvers<void>();
  const asked = Promise.withResolvers<void>();
  const done = run({
    keychain: () => {
      asked.resolve();
      return keychain.promise;
    },
  });
  await asked.promise;
  expect(checked).toEqual([]);
  keychain.resolve();
  await done;
  expect(checked).toHaveLength(3);
});
