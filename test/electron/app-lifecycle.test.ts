import { EventEmitter } from 'node:events';
import { expect, test, vi } from 'vitest';
import { followAppLifecycle } from '../../main/electron/app-lifecycle.ts';
import { memoryLog } from '../start/ipc-fixtures.ts';

/** An app whose `quit` asks `before-quit` as Electron's does; `ended` resolves when nobody prevents it. */
function setUp(
  options: { stop?: () => Promise<void>; platform?: NodeJS.Platform; keepsRunning?: boolean } = {},
) {
  const emitter = new EventEmitter();
  const ended = Promise.withResolvers<void>();
  const quit = vi.fn(() => {
    let prevented = false;
    emitter.emit('before-quit', {
      preventDefault: () => {
        prevented = true;
      },
    });
    if (!prevented) ended.resolve();
  });
  const stop = vi.fn(options.stop ?? (async () => {}));
  const showWindow = vi.fn();
  const startedAgain = vi.fn();
  const quitting = vi.fn();
  const closeWindows = vi.fn(async () => {});
  const log = memoryLog();
  followAppLifecycle({
    app: Object.assign(emitter, { quit }) as never,
    platform: options.platform ?? 'linux',
    showWindow,
    startedAgain,
    keepsRunning: () => options.keepsRunning ?? false,
    quitting,
    closeWindows,
    stop,
    updates: { takeInstallation: () => null },
    log,
    stop_timeout_ms: 20,
  });
  return { emitter, quit, quitting, closeWindows, stop, showWindow, startedAgain, ended: ended.promise, log };
}

test('quitting waits until the work is put down, once', async () => {
  let put = false;
  const { quit, quitting, closeWindows, stop, ended } = setUp({
    stop: async () => {
      await Promise.resolve();
      put = true;
    },
  });
  quit();
  quit();
  await ended;
  expect(put).toBe(true);
  expect(stop).toHaveBeenCalledTimes(1);
  expect(quitting).toHaveBeenCalledExactlyOnceWith();
  // Pages store what they still hold while everything is open.
  expect(quitting).toHaveBeenCalledBefore(closeWindows);
  expect(closeWindows).toHaveBeenCalledBefore(stop);
});

test('quitting does not wait for ever', async () => {
  const { quit, ended, log } = setUp({ stop: () => new Promise(() => {}) });
  quit();
  await ended;
  expect(log.lines).toHaveLength(1);
});

test('work that can’t be put down does not keep the app open', async () => {
  const { quit, ended, log } = setUp({ stop: () => Promise.reject(new Error('disk')) });
  quit();
  await ended;
  expect(log.causes).toHaveLength(1);
});

test('the last window ends the app, but on macOS and where it keeps running', () => {
  const linux = setUp();
  linux.emitter.emit('window-all-closed');
  expect(linux.quit).toHaveBeenCalled();
  const mac = setUp({ platform: 'darwin' });
  mac.emitter.emit('window-all-closed');
  expect(mac.quit).not.toHaveBeenCalled();
  const kept = setUp({ keepsRunning: true });
  kept.emitter.emit('window-all-closed');
  expect(kept.quit).not.toHaveBeenCalled();
});

test('a second start is told with its arguments; a click on the dock shows the window', () => {
  const { emitter, showWindow, startedAgain } = setUp();
  emitter.emit('second-instance', {}, ['app', 'tripkit://kit/TK-1'], '/home/pilot');
  expect(startedAgain).toHaveBeenCalledExactlyOnceWith(['app', 'tripkit://kit/TK-1'], '/home/pilot');
  emitter.emit('activate', {});
  expect(showWindow).toHaveBeenCalledTimes(1);
});
