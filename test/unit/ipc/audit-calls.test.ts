import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { auditOf } from '../../../main/app/audit.ts';
import { auditCalls } from '../../../main/ipc/audit-calls.ts';
import { calls as contract } from '../../../preload/contract.ts';
import { dialogsOf, KIT_ID, liveKit } from './fixtures.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'audit-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function setUp(path: string | null) {
  const suggested: string[] = [];
  const calls = auditCalls({
    audits: {
      of: () => auditOf(liveKit(), { history: [], acts: [], acknowledgements: [], profile_name: null }),
      file: (ids, format) => `${format} ${ids.join()}`,
    },
    dialogs: dialogsOf({
      saveAudit: async (name) => {
        suggested.push(name);
        return path;
      },
    }),
    now: () => Date.UTC(2026, 10, 21),
  });
  return { calls, suggested };
}

test('an audit is what the contract says, times in ISO UTC', async () => {
  const audit = contract.audit.of.result.parse(await setUp(null).calls.of(KIT_ID));
  expect(audit).toMatchObject({ kit_id: KIT_ID, asked_at: '2026-11-21T08:00:00.000Z', asked_by: null });
});

test('the file is written whole where the person wanted it, under a name that says what it is', async () => {
  const { calls, suggested } = setUp(join(folder, 'history.csv'));
  expect(await calls.export([KIT_ID], 'csv')).toBe('history.csv');
  expect(readFileSync(join(folder, 'history.csv'), 'utf8')).toBe(`csv ${KIT_ID}`);
  expect(suggested).toEqual(['Trip kit history 2026-11-21.csv']);
  expect(readdirSync(folder)).toEqual(['history.csv']);
});

test('who changes their mind writes nothing; a folder that is gone is told', async () => {
  expect(await setUp(null).calls.export([KIT_ID], 'json')).toBeNull();
  expect(readdirSync(folder)).toEqual([]);
  await expect(setUp(join(folder, 'no', 'x.json')).calls.export([KIT_ID], 'json')).rejects.toMatchObject({
    kind: 'disk',
  });
});
