import { EventEmitter } from 'node:events';
import type { WebContents } from 'electron';
import { expect, test, vi } from 'vitest';
import { onPageGone } from '../../main/electron/session-guards.ts';
import { NoticeBoard } from '../../main/host/notices.ts';
import { CrashRecovery, LOOP_MS, MOST, SAME_KIT_MS } from '../../main/support/crash-recovery.ts';
import { KIT_ID, memoryLog } from '../start/ipc-fixtures.ts';

const CRASHED = { reason: 'crashed', exitCode: 5 } as const;

function setUp() {
  let now = 0;
  let shown: string[] = [KIT_ID];
  const notices = new NoticeBoard();
  const done: string[] = [];
  const recovery = new CrashRecovery({
    nameOf: (id) => (id === KIT_ID ? 'EGLL to KJFK, BAW117' : null),
    notices,
    giveUp: () => done.push('give up'),
    now: () => now,
    log: memoryLog(),
  });
  const gone = (details: Parameters<typeof recovery.gone>[0], what: 'reopened' | 'closed' = 'reopened') =>
    recovery.gone(details, { shown, restore: async () => void done.push('reload'), what });
  return {
    gone,
    notices,
    done,
    show: (ids: string[]) => {
      shown = ids;
    },
    later: (ms: number) => {
      now += ms;
    },
  };
}

test('a crash loads the page again, and says over which kit, with what may help', () => {
  const { gone, notices, done } = setUp();
  gone(CRASHED);
  expect(done).toEqual(['reload']);
  expect(notices.list()).toMatchObject([
    {
      severity: 'warning',
      message: /EGLL to KJFK, BAW117/,
      kit: { kit_id: KIT_ID, offer: ['open', 'copy'] },
    },
  ]);
});

test('the second crash over the same kit offers it no more', () => {
  const { gone, notices, later } = setUp();
  gone(CRASHED);
  later(SAME_KIT_MS - 1);
  gone(CRASHED);
  expect(notices.list()).toMatchObject([{ severity: 'error', message: /2 times/, kit: { offer: ['copy'] } }]);
});

test('long after the first, it is a first one again; a dismissed notice does not silence the next', () => {
  const { gone, notices, later } = setUp();
  gone(CRASHED);
  notices.dismiss(notices.list()[0]?.id ?? '');
  later(SAME_KIT_MS);
  gone(CRASHED);
  expect(notices.list()).toMatchObject([{ kit: { offer: ['open', 'copy'] } }]);
});

test('a crash without a kit blames none; memory is told as the reason', () => {
  const { gone, notices, show } = setUp();
  show([]);
  gone({ reason: 'oom', exitCode: 1 });
  expect(notices.list()).toMatchObject([{ message: /ran out of memory/ }]);
  expect(notices.list()[0]?.kit).toBeUndefined();
});

test('a further window that crashed is closed, and the notice says so', () => {
  const { gone, notices, show } = setUp();
  gone(CRASHED, 'closed');
  expect(notices.list()).toMatchObject([
    { message: /so the window was closed/, kit: { kit_id: KIT_ID, offer: ['open', 'copy'] } },
  ]);
  show([]);
  gone(CRASHED, 'closed');
  expect(notices.list()).toMatchObject([{ message: /^A window stopped working and was closed/ }]);
});

test('an orderly end is no crash', () => {
  const { gone, done } = setUp();
  gone({ reason: 'clean-exit', exitCode: 0 });
  expect(done).toEqual([]);
});

test('a page that can’t be kept alive ends the app instead of a loop', () => {
  const { gone, done, show, later } = setUp();
  show([]);
  for (let count = 0; count < MOST; count += 1) gone(CRASHED);
  expect(done).not.toContain('give up');
  gone(CRASHED);
  expect(done.filter((one) => one === 'reload')).toHaveLength(MOST);
  expect(done.at(-1)).toBe('give up');
  later(LOOP_MS);
  gone(CRASHED);
  expect(done.at(-1)).toBe('reload');
});

test('the window’s events lead here, unless the window is gone', async () => {
  const { gone, done } = setUp();
  const contents = new EventEmitter();
  let destroyed = false;
  const window = {
    isDestroyed: () => destroyed,
    webContents: contents as unknown as Pick<WebContents, 'on'>,
  };
  onPageGone(window, 'library', (details) => gone(details));
  contents.emit('render-process-gone', {}, CRASHED);
  await vi.waitFor(() => expect(done).toContain('reload'));
  const reloads = async () => {
    await new Promise((resolve) => setImmediate(resolve));
    return done.filter((one) => one === 'reload').length;
  };
  contents.emit('did-navigate', {}, 'app://tripkit/index.html');
  contents.emit('did-fail-load', {}, -3, '', 'https://example.com/', true);
  contents.emit('did-fail-load', {}, -30, '', 'about:srcdoc', false);
  expect(await reloads()).toBe(1);
  contents.emit('did-navigate', {}, 'about:blank');
  expect(await reloads()).toBe(2);
  contents.emit('did-fail-load', {}, -300, '', 'about:srcdoc', true);
  expect(await reloads()).toBe(3);
  destroyed = true;
  contents.emit('render-process-gone', {}, CRASHED);
  expect(await reloads()).toBe(3);
});

test('each window has its own page: another one of the app’s in its place is a page that is gone', async () => {
  const contents = new EventEmitter();
  const window = {
    isDestroyed: () => false,
    webContents: contents as unknown as Pick<WebContents, 'on'>,
  };
  const gone: string[] = [];
  onPageGone(window, 'setup', ({ reason }) => void gone.push(reason));
  const after = async (url: string) => {
    contents.emit('did-navigate', {}, url);
    await new Promise((resolve) => setImmediate(resolve));
    return gone.length;
  };
  expect(await after('app://setup/index.html')).toBe(0);
  expect(await after('app://tripkit/index.html')).toBe(1);
  expect(await after('app://documents-7/index.html')).toBe(2);
});
