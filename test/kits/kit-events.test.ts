import { expect, test } from 'vitest';
import { forwardKitChanges } from '../../main/kits/kit-view.ts';
import type { KitsChanged } from '../../preload/contract.ts';
import { changeSource, KIT_ID, liveKit, memoryFlags, memoryLog } from '../start/ipc-fixtures.ts';

const OTHER = '9b2f7f52-0c1f-4b3e-8a37-6a1e6f0c9d11';

/** Events with a timer that the test fires. */
function setUp() {
  const source = changeSource();
  const sent: KitsChanged[] = [];
  const timers: { run: () => void; ms: number; cancelled: boolean }[] = [];
  const log = memoryLog();
  const flags = memoryFlags();
  const end = forwardKitChanges(
    { ...source, get: (id) => liveKit({ id }) },
    (batch) => void sent.push(batch),
    flags,
    log,
    (run, ms) => {
      const timer = { run, ms, cancelled: false };
      timers.push(timer);
      return () => {
        timer.cancelled = true;
      };
    },
  );
  return { source, sent, timers, flags, log, end };
}

test('many changes within 50 ms are one batch, each kit once and in its latest state', () => {
  const { source, sent, timers } = setUp();
  for (let received = 0; received < 100; received += 1) {
    source.fire({ changed: [liveKit({ state: 'downloading', progress: { received, total: 100 } })] });
  }
  source.fire({ changed: [liveKit({ id: OTHER })] });
  expect(timers).toHaveLength(1);
  expect(timers[0]?.ms).toBe(50);
  timers[0]?.run();
  expect(sent).toHaveLength(1);
  expect(sent[0]?.changed.map((kit) => [kit.id, kit.progress?.received])).toEqual([
    [KIT_ID, 99],
    [OTHER, undefined],
  ]);
  source.fire({ changed: [liveKit()] });
  expect(timers).toHaveLength(2);
});

test('a removed kit is not changed as well, whichever came first', () => {
  const { source, sent, timers } = setUp();
  source.fire({ changed: [liveKit()] });
  source.fire({ removed: [KIT_ID] });
  timers[0]?.run();
  expect(sent[0]).toEqual({ changed: [], removed: [KIT_ID] });
});

test('a change of nothing sends nothing', () => {
  const { source, timers } = setUp();
  source.fire({});
  expect(timers).toHaveLength(0);
});

test('one damaged kit does not take the others with it', () => {
  const { source, sent, timers, log } = setUp();
  source.fire({ changed: [liveKit({ id: OTHER, created_at: Number.NaN }), liveKit()] });
  timers[0]?.run();
  expect(sent[0]?.changed.map((kit) => kit.id)).toEqual([KIT_ID]);
  expect(log.lines.join()).toContain(OTHER);
});

test('after its end nothing is sent', () => {
  const { source, timers, end } = setUp();
  source.fire({ changed: [liveKit()] });
  end();
  expect(source.listeners.size).toBe(0);
  expect(timers[0]?.cancelled).toBe(true);
});

test('a kit that is superseded by the change goes with it, though it did not change itself', () => {
  const { source, sent, timers, flags } = setUp();
  flags.nextMoved = [OTHER];
  source.fire({ changed: [liveKit()] });
  timers[0]?.run();
  expect(sent[0]?.changed.map((kit) => kit.id)).toEqual([KIT_ID, OTHER]);
});
