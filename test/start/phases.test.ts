import { expect, test } from 'vitest';
import { Phases } from '../../main/start/phases.ts';
import { memoryLog } from './ipc-fixtures.ts';

function setUp() {
  const log = memoryLog();
  const phases = new Phases(log, 20);
  const seen: string[] = [];
  const add = (name: string, stop: () => unknown = () => {}) =>
    phases.add(name, {
      start: () => void seen.push(`start ${name}`),
      stop: () => {
        seen.push(`stop ${name}`);
        return stop();
      },
    });
  return { log, phases, seen, add };
}

test('phases start in their order and stop in reverse, once', async () => {
  const { phases, seen, add } = setUp();
  add('library');
  add('kits');
  phases.add('plain', {});
  phases.start();
  await phases.stop();
  await phases.stop();
  expect(seen).toEqual(['start library', 'start kits', 'stop kits', 'stop library']);
});

test('each stop has ended before the next one begins', async () => {
  const { phases, seen, add } = setUp();
  add('library');
  add('kits', async () => {
    await Promise.resolve();
    seen.push('kits are written');
  });
  await phases.stop();
  expect(seen).toEqual(['stop kits', 'kits are written', 'stop library']);
});

test('a phase that fails or hangs holds up no other, and the log names it', async () => {
  const { phases, seen, add, log } = setUp();
  add('library');
  add('profiles', () => new Promise(() => {}));
  add('kits', () => Promise.reject(new Error('disk')));
  add('reading', () => {
    throw new Error('broken');
  });
  await phases.stop();
  expect(seen).toEqual(['stop reading', 'stop kits', 'stop profiles', 'stop library']);
  expect(log.lines.map((line) => line.split(': ')[1])).toEqual(['reading.', 'kits.', 'profiles.']);
});
