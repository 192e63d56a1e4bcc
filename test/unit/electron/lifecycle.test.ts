import { EventEmitter } from 'node:events';
import { expect, test, vi } from 'vitest';
import { followLifecycle } from '../../../main/electron/lifecycle.ts';
import { memoryLog } from '../ipc/fixtures.ts';

/** An app whose `quit` asks `before-quit` as Electron's does; `ended` resolves when nobody prevents it. */
function setUp(options: { stop?: () => Promise<void>; platform?: NodeJS.Platform } = {}) {
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
  const log = memoryLog();
  followLifecycle({
    app: Object.assign(emitter, { quit }) as never,
    platform: options.platform ?? 'linux',
    showWindow,
    stop,
    log,
    stop_timeout_ms: 20,
  });
  return { emitter, quit, stop, showWindow, ended: ended.promise, log };
}

test('quitting waits until the work is put down, once', async () => {
  let put = false;
  const { quit, stop, ended } = setUp({
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

test('the last window ends the app, but on macOS', () => {
  const linux = setUp();
  linux.emitter.emit('window-all-closed');
  expect(linux.quit).toHaveBeenCalled();
  const mac = setUp({ platform: 'darwin' });
  mac.emitter.emit('window-all-closed');
  expect(mac.quit).not.toHaveBeenCalled();
});

test('a second start and a click on the dock show the window', () => {
  const { emitter, showWindow } = setUp();
  emitter.emit('second-instance');
  emitter.emit('activate');
  expect(showWindow).toHaveBeenCalledTimes(2);
});
