import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { auditOf } from '../../main/record/audit.ts';
import type { ActivityRecord } from '../../main/record/audit-record.ts';
import { auditCalls } from '../../main/record/open.ts';
import { calls as contract } from '../../preload/contract.ts';
import { freshFolder } from '../fresh-folder.ts';
import { dialogsOf, KIT_ID, liveKit } from '../start/ipc-fixtures.ts';

let folder: string;
beforeEach(() => {
  folder = freshFolder();
});

const everything = { from: null, to: null, by: null, text: null, kit_id: null };

function setUp(path: string | null) {
  const suggested: string[] = [];
  const asked: unknown[] = [];
  const record: ActivityRecord = {
    page: (query, offset) => {
      asked.push({ query, offset });
      return { entries: [], total: 0, people: [] };
    },
    verify: async () => ({
      ok: true,
      checked_at: '2026-11-21T00:00:00.000Z',
      entries: 0,
      what: '',
      problems: [],
    }),
    file: async (_query, format) => Buffer.from(`${format} bytes`),
    exported: (query, format) => void asked.push({ exported: format, query }),
  };
  const choose = async (name: string) => {
    suggested.push(name);
    return path;
  };
  const calls = auditCalls({
    audits: {
      of: () => auditOf(liveKit(), { entries: [], dates: [], profile_name: null }),
      file: (ids, format) => `${format} ${ids.join()}`,
    },
    record,
    dialogs: dialogsOf({ saveAudit: choose, saveRecord: choose }),
    now: () => Date.UTC(2026, 10, 21),
  });
  return { calls, suggested, asked };
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
  const { calls, asked } = setUp(null);
  expect(await calls.export([KIT_ID], 'json')).toBeNull();
  expect(await calls.exportRecord(everything, 'pdf')).toBeNull();
  expect(asked).toEqual([]);
  expect(readdirSync(folder)).toEqual([]);
  const gone = setUp(join(folder, 'no', 'x.json'));
  await expect(gone.calls.export([KIT_ID], 'json')).rejects.toMatchObject({ kind: 'disk' });
  await expect(gone.calls.exportRecord(everything, 'json')).rejects.toMatchObject({ kind: 'disk' });
  expect(gone.asked).toEqual([]);
});

test('the record is asked for by times in ISO UTC; a text of spaces does not matter', async () => {
  const { calls, asked } = setUp(null);
  await calls.record({ ...everything, from: '2026-11-01T00:00:00.000Z', text: ' ', by: '' }, 100);
  const query = { from: Date.UTC(2026, 10, 1), to: null, who: null, text: null, kit_id: null };
  expect(asked).toEqual([{ query, offset: 100 }]);
});

test('an export of the record is written under a name that says what it is, and is itself on record', async () => {
  const { calls, suggested, asked } = setUp(join(folder, 'mine.pdf'));
  expect(await calls.exportRecord(everything, 'pdf')).toBe('mine.pdf');
  expect(readFileSync(join(folder, 'mine.pdf'), 'utf8')).toBe('pdf bytes');
  expect(suggested).toEqual(['Activity record 2026-11-21.pdf']);
  expect(asked).toMatchObject([{ exported: 'pdf' }]);
});
