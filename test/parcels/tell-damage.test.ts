import { expect, test } from 'vitest';
import { NoticeBoard } from '../../main/host/notices.ts';
import { tellResumed } from '../../main/kits/open.ts';
import { tellLibrary, tellRepair } from '../../main/parcels/tell-damage.ts';
import type { SourceReading } from '../../main/policies/policy-source.ts';
import { tellPolicies } from '../../main/policies/tell-policies.ts';
import { MemoryKitStore } from '../../main/store/kit-store.ts';
import { liveKit, memoryLog } from '../start/ipc-fixtures.ts';

const nothing = { kits: [], left: [] };
/** A place in which there is nothing. */
const inForce: Pick<
  Extract<SourceReading, { state: 'in_force' }>,
  'state' | 'profiles' | 'decided' | 'strictest' | 'refused'
> = { state: 'in_force', profiles: [], decided: {}, strictest: [], refused: [] };
const sound = { missing: false, setAside: null };

test('a start at which all was well says nothing', () => {
  const board = new NoticeBoard();
  const log = memoryLog();
  tellPolicies(
    [
      { kind: 'registry', place: 'HKLM', state: 'absent' },
      { ...inForce, kind: 'file', place: '/f', problem: null },
    ],
    board,
    log,
  );
  tellLibrary({ ...sound, rebuilt: nothing }, null, board, log);
  tellRepair({ fetched: 0, lost: 0 }, board);
  tellResumed(new MemoryKitStore(), board);
  expect([board.list(), log.lines]).toEqual([[], []]);
});

test('each place of policies with something wrong is told by its own name', () => {
  const board = new NoticeBoard();
  const log = memoryLog();
  const problem = 'theme has to be one of them';
  tellPolicies(
    [
      { ...inForce, kind: 'registry', place: 'HKLM\\SOFTWARE\\Policies\\Trip Kit Desktop', problem },
      { ...inForce, kind: 'file', place: '/f', problem: 'settings.theme is an unknown key' },
    ],
    board,
    log,
  );
  expect(board.list().map(({ id, severity, message }) => [id, severity, message])).toEqual([
    [
      'policies',
      'warning',
      'The policies in HKLM\\SOFTWARE\\Policies\\Trip Kit Desktop are in force, but not all of them: theme has to be one of them. Tell your airline’s IT.',
    ],
    [
      'managed-profile',
      'warning',
      'The managed profile /f is in force, but not all of its settings: settings.theme is an unknown key. Tell your airline’s IT.',
    ],
  ]);
  expect(log.lines).toHaveLength(2);
});

test('a broken managed profile and a damaged library are errors that say what to do', () => {
  const board = new NoticeBoard();
  const log = memoryLog();
  const failure = { kind: 'config' as const, message: 'The managed profile is not in force. Tell your IT.' };
  tellPolicies([{ kind: 'file', place: '/f', state: 'refused', failure }], board, log);
  const setAside = '/somewhere/user.sqlite.damaged-20261121T104500Z';
  tellLibrary({ missing: false, setAside, rebuilt: { ...nothing, kits: ['a', 'b'] } }, null, board, log);
  expect(board.list().map(({ severity }) => severity)).toEqual(['error', 'error']);
  const [, library] = board.list();
  expect(library?.message).toContain('2 kits are here again from the files');
  expect(library?.message).toContain('user.sqlite.damaged-20261121T104500Z');
  expect(library?.message).not.toContain('/somewhere');
  expect(log.lines).toHaveLength(2);
});

test('kits that came back, documents that are fetched or lost, and work that goes on', () => {
  const board = new NoticeBoard();
  const log = memoryLog();
  const rebuilt = { kits: ['a', 'b'], left: ['c'] };
  tellLibrary({ ...sound, rebuilt }, null, board, log);
  tellRepair({ fetched: 2, lost: 1 }, board);
  const kits = new MemoryKitStore();
  const kit = liveKit();
  kits.write(kit, { kit_id: kit.id, at: 1, state: 'generating', what: 'x' });
  tellResumed(kits, board);
  expect(board.list().map(({ id, severity }) => [id, severity])).toEqual([
    ['documents-lost', 'error'],
    ['library', 'warning'],
    ['documents-fetched', 'warning'],
    ['resumed', 'info'],
  ]);
  expect(board.list().find(({ id }) => id === 'resumed')?.message).toMatch(/^1 kit goes on/);
});
