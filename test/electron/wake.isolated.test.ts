import { EventEmitter } from 'node:events';
import { expect, test, vi } from 'vitest';

vi.mock('electron', () => ({ net: {}, powerMonitor: {} }));
const { watchForBetter } = await import('../../main/electron/wake.ts');

function setUp(online: boolean) {
  const powerMonitor = new EventEmitter();
  const state = { online };
  const better = vi.fn();
  let look = () => {};
  const end = watchForBetter(better, {
    powerMonitor: powerMonitor as never,
    net: { isOnline: () => state.online },
    every: (given) => {
      look = given;
      return () => {
        look = () => {};
      };
    },
  });
  return { powerMonitor, state, better, look: () => look(), end };
}

test('waking up and unlocking are better; so is a network that comes back, once', () => {
  const { powerMonitor, state, better, look } = setUp(true);
  look();
  expect(better).toHaveBeenCalledTimes(0);
  powerMonitor.emit('resume');
  powerMonitor.emit('unlock-screen');
  expect(better).toHaveBeenCalledTimes(2);
  state.online = false;
  look();
  state.online = true;
  look();
  look();
  expect(better).toHaveBeenCalledTimes(3);
});

test('a start without a network is not one that came back, and after the end nothing is told', () => {
  const { powerMonitor, state, better, look, end } = setUp(false);
  look();
  end();
  state.online = true;
  look();
  powerMonitor.emit('resume');
  expect(better).not.toHaveBeenCalled();
});
