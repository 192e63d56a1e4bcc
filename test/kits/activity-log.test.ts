import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { ActivityLog } from '../../main/kits/activity-log.ts';
import { openUserDatabase } from '../../main/store/user-database.ts';
import { freshFolder } from '../fresh-folder.ts';
import { changeSource, KIT_ID, liveKit, memoryLog } from '../start/ipc-fixtures.ts';

const document = { bytes: 10, sha256: 'ab', pages: 2 };
const kit = liveKit({ state: 'ready', document });
let folder: string;
beforeEach(() => {
  folder = freshFolder();
});

function setUp(now = () => 7) {
  const { connection, events } = openUserDatabase(join(folder, 'user.sqlite'));
  onTestFinished(() => connection.close());
  const log = memoryLog();
  const told = () =>
    events.ofKit(KIT_ID).map(({ kind, who, at, body }) => [kind, who, at, body.document_sha256 ?? null]);
  return {
    acts: new ActivityLog({ events, user: 'pilot', now, log }),
    told,
    connection,
    log,
  };
}

test('what people did outlives the process, with the first and the last opening', () => {
  let time = 0;
  const first = setUp(() => ++time);
  first.acts.record('asked', [liveKit()]);
  first.acts.record('opened', [kit]);
  first.acts.record('opened', [kit]);
  expect(first.acts.openedAt(KIT_ID)).toBe(3);
  first.connection.close();
  const { acts, told } = setUp();
  expect([acts.openedAt(KIT_ID), acts.firstOpenedAt(KIT_ID), acts.firstOpenedAt('x')]).toEqual([3, 2, null]);
  expect(told()).toEqual([
    ['asked', 'pilot', 1, null],
    ['opened', 'pilot', 2, 'ab'],
    ['opened', 'pilot', 3, 'ab'],
  ]);
});

test('an opening is told; asking is not', () => {
  const { acts } = setUp();
  const told: (readonly string[])[] = [];
  const stop = acts.onOpened((ids) => void told.push(ids));
  acts.record('asked', [kit]);
  acts.record('opened', [kit]);
  stop();
  acts.record('opened', [kit]);
  expect(told).toEqual([[KIT_ID]]);
});

test('a kit that goes is no longer open, and what was done with it stays on record', () => {
  const { acts, told } = setUp();
  const source = changeSource();
  acts.record('opened', [kit]);
  const stop = acts.follow(source);
  source.fire({ removed: [KIT_ID] });
  expect([acts.openedAt(KIT_ID), told()]).toEqual([null, [['opened', 'pilot', 7, 'ab']]]);
  stop();
  expect(source.listeners.size).toBe(0);
});

test('a disk that takes nothing keeps nobody from opening a kit: it is read from now on, and the log says why', () => {
  const { acts, connection, log } = setUp();
  acts.openedAt(KIT_ID);
  connection.close();
  acts.record('opened', [kit]);
  expect([acts.openedAt(KIT_ID), acts.firstOpenedAt(KIT_ID)]).toEqual([7, 7]);
  expect(log.lines[0]).toContain('could not be written down');
});

test('what could not be written down is, with the next act', () => {
  const { acts, told, connection } = setUp();
  connection.db.exec('ALTER TABLE entries RENAME TO elsewhere');
  acts.record('asked', [kit]);
  connection.db.exec('ALTER TABLE elsewhere RENAME TO entries');
  acts.record('opened', [kit]);
  expect(told().map(([kind]) => kind)).toEqual(['asked', 'opened']);
});
