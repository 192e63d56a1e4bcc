import { expect, test } from 'vitest';
import { type PaintPriority, PaintQueue } from '../../../../renderer/viewer/document/paint/paint-queue.ts';

const open = new AbortController().signal;
const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Work that ends when it is told to, and at an abort. */
function works(queue: PaintQueue) {
  const log: string[] = [];
  const ends = new Map<string, () => void>();
  const add = (name: string, priority: PaintPriority, signal: AbortSignal = open) => {
    const job = queue.add(
      priority,
      (stop) =>
        new Promise<void>((resolve, reject) => {
          log.push(`+${name}`);
          ends.set(name, resolve);
          stop.addEventListener('abort', () => {
            log.push(`x${name}`);
            reject(new DOMException('stopped', 'AbortError'));
          });
        }),
      signal,
    );
    job.done.catch(() => log.push(`!${name}`));
    return job;
  };
  return { log, add, end: (name: string) => ends.get(name)?.() };
}

test('one at a time in the order of what is wanted, not of the asking', async () => {
  const queue = new PaintQueue();
  const { log, add, end } = works(queue);
  add('thumb', 'thumbnail');
  add('stored', 'stored');
  add('near', 'neighbour');
  for (const name of ['thumb', 'near', 'stored']) {
    expect(log.at(-1)).toBe(`+${name}`);
    end(name);
    await turn();
  }
});

test('a page in sight stops what is less wanted, which starts again after it', async () => {
  const queue = new PaintQueue();
  const { log, add, end } = works(queue);
  const near = add('near', 'neighbour');
  add('page', 'visible');
  await turn();
  expect(log).toEqual(['+near', 'xnear', '+page']);
  expect(queue.busyInSight).toBe(true);
  end('page');
  await turn();
  expect(log.slice(3)).toEqual(['+near']);
  end('near');
  await near.done;
});

test('two pages in sight at once, not three', async () => {
  const queue = new PaintQueue();
  const { log, add, end } = works(queue);
  for (const name of ['a', 'b', 'c']) add(name, 'visible');
  expect(log).toEqual(['+a', '+b']);
  end('a');
  await turn();
  expect(log).toContain('+c');
});

test('a neighbour that comes into sight goes on; it is not begun anew', async () => {
  const queue = new PaintQueue();
  const { log, add, end } = works(queue);
  const near = add('near', 'neighbour');
  add('other', 'thumbnail');
  near.raise('visible');
  near.raise('stored');
  expect(queue.busyInSight).toBe(true);
  end('near');
  await near.done;
  await turn();
  expect(log).toEqual(['+near', '+other']);
});

test('what is not wanted any more ends at once, running or waiting, and lets others through', async () => {
  const queue = new PaintQueue();
  const { log, add } = works(queue);
  const first = new AbortController();
  const second = new AbortController();
  add('first', 'neighbour', first.signal);
  add('second', 'neighbour', second.signal);
  add('third', 'neighbour');
  second.abort();
  first.abort();
  await turn();
  expect(log.filter((entry) => entry.startsWith('+'))).toEqual(['+first', '+third']);
  expect(log).toContain('!second');
  await expect(queue.add('visible', async () => {}, AbortSignal.abort()).done).rejects.toThrow();
});

test('a failure is told to who asked, and stops nothing else', async () => {
  const queue = new PaintQueue();
  const failing = queue.add('neighbour', async () => Promise.reject(new Error('bad page')), open);
  const next = queue.add('neighbour', async () => {}, open);
  await expect(failing.done).rejects.toThrow('bad page');
  await expect(next.done).resolves.toBeUndefined();
});
