import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { checkDocuments } from '../../../main/app/check-documents.ts';
import { NoticeBoard } from '../../../main/app/notices.ts';
import { MemoryKitStore } from '../../../main/library/kit-store.ts';
import { liveKit, memoryLog } from '../ipc/fixtures.ts';

const PDF = Buffer.from('%PDF-1.7 and so on %%EOF');
const ids = [1, 2, 3, 4].map((n) => `${n}f0e5c1a-7d0b-4c7e-9a51-1c2d3e4f5a6b`);
const [A = '', B = '', C = '', D = ''] = ids;

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tripkit-check-'));
});
afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

function setUp() {
  const kits = new MemoryKitStore();
  const sha256 = createHash('sha256').update(PDF).digest('hex');
  for (const [index, id] of ids.entries()) {
    const kit = liveKit({
      id,
      state: 'ready',
      // The newest first: A.
      created_at: 10 - index,
      tripkit_id: id === D ? null : `TK-${index}`,
      document: { bytes: PDF.length, sha256, pages: 1 },
    });
    kits.write(kit, { kit_id: id, at: 1, state: 'ready', what: 'Ready.' });
  }
  const lost: string[] = [];
  const engine = {
    documentLost: (id: string) => {
      lost.push(id);
      return liveKit({ id });
    },
  };
  const notices = new NoticeBoard();
  const log = memoryLog();
  const run = (more: { signal?: AbortSignal; max_bytes?: number } = {}) =>
    checkDocuments({
      folder,
      kits,
      engine,
      notices,
      log,
      signal: new AbortController().signal,
      after_ms: 0,
      pause_ms: 0,
      ...more,
    });
  return { run, lost, notices, log };
}

const altered = Buffer.from(PDF);
altered.write('X', 10);

test('a document of the same length with other bytes is fetched again, or told; the sound is left alone', async () => {
  const { run, lost, notices } = setUp();
  await writeFile(join(folder, `${A}.pdf`), PDF);
  await writeFile(join(folder, `${B}.pdf`), altered);
  await writeFile(join(folder, `${D}.pdf`), altered);
  await run();
  expect(lost).toEqual([B, C]);
  expect(notices.list()).toMatchObject([{ id: `document:${D}`, severity: 'error' }]);
});

test('no more is read than a start may cost, newest first; an end is an end', async () => {
  const { run, lost, log } = setUp();
  await run({ max_bytes: PDF.length + 1 });
  expect(lost).toEqual([A, B]);
  await run({ signal: AbortSignal.abort() });
  expect(lost).toEqual([A, B]);
  expect(log.lines.filter((line) => line.includes('could not'))).toEqual([]);
});
