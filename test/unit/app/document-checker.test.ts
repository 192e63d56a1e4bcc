import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { DocumentChecker } from '../../../main/app/document-checker.ts';
import { MemoryKitStore } from '../../../main/library/kit-store.ts';
import { KIT_ID, liveKit, memoryLog } from '../ipc/fixtures.ts';

const PDF = Buffer.from('%PDF-1.7 and so on %%EOF');
const NOW = Date.UTC(2026, 10, 21, 8);

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tripkit-checker-'));
  file = join(folder, `${KIT_ID}.pdf`);
});
afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

function setUp(tripkit_id: string | null = 'TK-1', options: { timeout_ms?: number } = {}) {
  const kits = new MemoryKitStore();
  const sha256 = createHash('sha256').update(PDF).digest('hex');
  const kit = liveKit({ state: 'ready', tripkit_id, document: { bytes: PDF.length, sha256, pages: 1 } });
  kits.write(kit, { kit_id: KIT_ID, at: 1, state: 'ready', what: 'Ready.' });
  const lost: string[] = [];
  const stop = new AbortController();
  const log = memoryLog();
  const checker = new DocumentChecker({
    folder,
    kits,
    engine: {
      documentLost: (id) => {
        lost.push(id);
        return kit;
      },
    },
    signal: stop.signal,
    now: () => NOW,
    log,
    ...options,
  });
  return { checker, kits, kit, lost, stop, log };
}

const changed = Buffer.from(PDF);
changed.write('X', 10);

test('a document that is as it was verified is sound, and stays where it is', async () => {
  await writeFile(file, PDF);
  const { checker, lost } = setUp();
  expect(await checker.check(KIT_ID)).toMatchObject({ ok: true, checked_at: NOW });
  checker.released(KIT_ID);
  expect(lost).toEqual([]);
});

test('a changed document is told at once, and fetched again when the last view lets go, once', async () => {
  await writeFile(file, changed);
  const { checker, lost, log } = setUp();
  const found = await checker.check(KIT_ID);
  expect(found.ok).toBe(false);
  expect(found.what).toMatch(/changed or damaged.*Do not fly by it.*Close this kit/);
  expect(log.lines).toHaveLength(1);
  expect(lost).toEqual([]);
  checker.released(KIT_ID);
  checker.released(KIT_ID);
  expect(lost).toEqual([KIT_ID]);
});

test('a document that is gone is told; one that can’t be fetched is asked for anew', async () => {
  const { checker, lost } = setUp(null);
  const found = await checker.check(KIT_ID);
  expect(found.what).toMatch(/not on this laptop any more.*Request a new kit/);
  checker.released(KIT_ID);
  expect(lost).toEqual([]);
});

test('a kit that has got another document meanwhile is left alone', async () => {
  await writeFile(file, changed);
  const { checker, kits, kit, lost } = setUp();
  await checker.check(KIT_ID);
  kits.write(
    { ...kit, document: { bytes: 1, sha256: 'ff', pages: 1 } },
    { kit_id: KIT_ID, at: 2, state: 'ready', what: 'Ready.' },
  );
  checker.released(KIT_ID);
  expect(lost).toEqual([]);
});

test('what the disk does not let be read is no finding about the document', async () => {
  await mkdir(file);
  const { checker, lost } = setUp();
  await expect(checker.check(KIT_ID)).rejects.toMatchObject({ kind: 'disk' });
  checker.released(KIT_ID);
  expect(lost).toEqual([]);
});

test('the check ends with the app, and after its time', async () => {
  await writeFile(file, PDF);
  const { checker, stop } = setUp();
  stop.abort();
  await expect(checker.check(KIT_ID)).rejects.toMatchObject({ kind: 'disk', message: /app closes/ });
  // Larger than one piece, so that the reading outlasts a time of nothing.
  await writeFile(file, Buffer.alloc(64 * 1024 * 1024));
  const slow = setUp('TK-1', { timeout_ms: 0 });
  await expect(slow.checker.check(KIT_ID)).rejects.toMatchObject({ kind: 'disk', condition: 'slow' });
});

test('two views wait for one reading', async () => {
  await writeFile(file, PDF);
  const { checker } = setUp();
  const one = checker.check(KIT_ID);
  expect(checker.check(KIT_ID)).toBe(one);
  await one;
  expect(checker.check(KIT_ID)).not.toBe(one);
});

test('a kit without a document is refused', async () => {
  const { checker } = setUp();
  await expect(checker.check('9b2f7f52-0c1f-4b3e-8a37-6a1e6f0c9d11')).rejects.toMatchObject({
    kind: 'config',
  });
});
