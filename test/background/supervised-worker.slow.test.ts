/** The supervisor of worker threads, with small workers that do what documents make pdf.js do. */
import { spawnSync } from 'node:child_process';
import { expect, onTestFinished, test } from 'vitest';
import {
  type StartWorker,
  SupervisedWorker,
  type WorkerEvents,
  workerThread,
} from '../../main/background/supervised-worker.ts';

type Request = 'echo' | 'hang' | 'crash' | 'fill' | 'which';

const obedient = `
  import { parentPort, threadId } from 'node:worker_threads';
  const kept = [];
  parentPort.on('message', (request) => {
    if (request === 'echo') parentPort.postMessage(request);
    if (request === 'which') parentPort.postMessage(threadId);
    if (request === 'hang') for (;;);
    if (request === 'crash') throw new Error('crashed');
    if (request === 'fill') for (let n = 0; n < 40; n += 1) kept.push(new Uint8Array(16 * 1024 ** 2).fill(1));
  });
  parentPort.postMessage('ready');
`;

function aWorker(source = obedient, idle_ms = 60_000): SupervisedWorker<Request, unknown> {
  const worker = new SupervisedWorker<Request, unknown>({
    start: workerThread(new URL(`data:text/javascript,${encodeURIComponent(source)}`), { name: 'test' }),
    idle_ms,
    errors: {
      notStarted: (cause) => new Error('not started', { cause }),
      tooLarge: (cause) => new Error('too large', { cause }),
      closed: () => new Error('closed'),
    },
  });
  onTestFinished(() => worker.close());
  return worker;
}

function ask(
  worker: SupervisedWorker<Request, unknown>,
  request: Request,
  { limit_ms = 20_000, signal = new AbortController().signal } = {},
): Promise<unknown> {
  return worker.run('no file', signal, (send) => send(request, limit_ms, () => new Error('late')));
}

test('one thread serves one job after the other', async () => {
  const worker = aWorker();
  const threads = await Promise.all([ask(worker, 'which'), ask(worker, 'which'), ask(worker, 'which')]);
  expect(new Set(threads).size).toBe(1);
});

test('a process that does nothing but close a worker whose job was ended waits until it is gone', () => {
  const room = new URL('../../main/background/', import.meta.url);
  const program = `
    import { SupervisedWorker, workerThread } from '${new URL('supervised-worker.ts', room)}';
    const source = 'data:text/javascript,' + encodeURIComponent(${JSON.stringify(obedient)});
    const failure = () => new Error('failed');
    const errors = { notStarted: failure, tooLarge: failure, closed: failure };
    const worker = new SupervisedWorker({ start: workerThread(new URL(source), {}), idle_ms: 60_000, errors });
    const ending = new AbortController();
    await worker.run('no file', ending.signal, async (send) => {
      await send('echo', 60_000, failure);
      const job = send('hang', 60_000, failure);
      ending.abort();
      await job;
    }).catch(() => {});
    await worker.close();
    console.log('closed');
  `;
  const node = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    encoding: 'utf8',
    timeout: 120_000,
  });
  expect(node).toMatchObject({ stdout: 'closed\n', status: 0 });
});

test('a worker that does not load is reported as not started', async () => {
  await expect(ask(aWorker('throw new Error("no such module")'), 'echo')).rejects.toMatchObject({
    message: 'not started',
    cause: { message: 'no such module' },
  });
  await expect(ask(aWorker('process.exit(3)'), 'echo')).rejects.toThrow('not started');
});

test.each<[Request, string]>([
  ['hang', 'late'],
  ['crash', 'too large'],
  ['fill', 'too large'],
])('a job that makes the worker %s fails, and the next one has another worker', async (request, message) => {
  const worker = aWorker();
  const before = await ask(worker, 'which');
  const limit_ms = request === 'hang' ? 100 : 20_000;
  await expect(ask(worker, request, { limit_ms })).rejects.toThrow(message);
  expect(await ask(worker, 'which')).not.toBe(before);
});

test('what a job throws ends the worker, which may be in the middle of its document', async () => {
  const worker = aWorker();
  const before = await ask(worker, 'which');
  const failing = worker.run('no file', new AbortController().signal, () =>
    Promise.reject(new Error('full')),
  );
  await expect(failing).rejects.toThrow('full');
  expect(await ask(worker, 'which')).not.toBe(before);
});

test('an abort ends its own job alone, whether it runs or waits', async () => {
  const worker = aWorker();
  const running = new AbortController();
  const waiting = new AbortController();
  const first = ask(worker, 'hang', { signal: running.signal });
  const second = ask(worker, 'hang', { signal: waiting.signal });
  const third = ask(worker, 'echo');
  waiting.abort(new Error('waited long enough'));
  await expect(second).rejects.toThrow('waited long enough');
  running.abort(new Error('ran long enough'));
  await expect(first).rejects.toThrow('ran long enough');
  expect(await third).toBe('echo');
});

test('closing ends the job under way; those that wait have another worker', async () => {
  const worker = aWorker();
  const first = ask(worker, 'hang');
  const second = ask(worker, 'echo');
  const ended = expect(first).rejects.toThrow('closed');
  await new Promise((resolve) => setTimeout(resolve, 100));
  await worker.close();
  await ended;
  expect(await second).toBe('echo');
});

test('an idle worker is ended; a job after that starts another one', async () => {
  const worker = aWorker(obedient, 20);
  const before = await ask(worker, 'which');
  await expect.poll(() => ask(worker, 'which'), { interval: 100 }).not.toBe(before);
});

test('in a thread no text becomes code', async () => {
  const source = `
    import { parentPort } from 'node:worker_threads';
    const outcome = (run) => { try { return run(); } catch (error) { return error.name; } };
    parentPort.on('message', () => parentPort.postMessage([
      outcome(() => eval('1')),
      outcome(() => new Function('return 1')()),
      outcome(() => (() => {}).constructor('return 1')()),
    ]));
    parentPort.postMessage('ready');
  `;
  expect(await ask(aWorker(source), 'echo')).toEqual(['EvalError', 'EvalError', 'EvalError']);
});

/** Fake pages, each for one document: what they were asked, and whether they have ended. */
function fakePages(answer: (request: Request, events: WorkerEvents) => void, takesTooMuch = false) {
  const lives: { file: string; asked: Request[]; isOver: boolean }[] = [];
  const start: StartWorker<Request> = (file, events) => {
    const life = { file, asked: [] as Request[], isOver: false };
    lives.push(life);
    queueMicrotask(() => events.message('ready'));
    return {
      post: (request) => {
        life.asked.push(request);
        answer(request, events);
      },
      takesTooMuch: async () => takesTooMuch,
      keepAlive: () => {},
      end: async () => {
        life.isOver = true;
      },
    };
  };
  const worker = new SupervisedWorker<Request, unknown>({
    start,
    idle_ms: 0,
    errors: {
      notStarted: (cause) => new Error('not started', { cause }),
      tooLarge: (cause) => new Error('too large', { cause }),
      closed: () => new Error('closed'),
    },
  });
  onTestFinished(() => worker.close());
  return { worker, lives };
}

test('a page is for one document, and ends with it', async () => {
  const { worker, lives } = fakePages((request, { message }) => message(request));
  expect(await Promise.all([ask(worker, 'echo'), ask(worker, 'which')])).toEqual(['echo', 'which']);
  expect(lives).toEqual([
    { file: 'no file', asked: ['echo'], isOver: true },
    { file: 'no file', asked: ['which'], isOver: true },
  ]);
});

test.each<[string, (request: Request, events: WorkerEvents) => void, boolean, string]>([
  ['never answers', () => {}, false, 'late'],
  ['takes too much memory', () => {}, true, 'too large'],
  ['is gone', (_request, { ended }) => ended(new Error('crashed')), false, 'too large'],
])('a page that %s ends alone', async (_name, answer, takesTooMuch, message) => {
  const { worker, lives } = fakePages(
    (request, events) => (lives.length === 1 ? answer(request, events) : events.message(request)),
    takesTooMuch,
  );
  const limit_ms = message === 'late' ? 50 : 20_000;
  await expect(ask(worker, 'hang', { limit_ms })).rejects.toThrow(message);
  expect(lives[0]?.isOver).toBe(true);
  expect(await ask(worker, 'echo')).toBe('echo');
});

test('what a page says beside its answer is heard by nobody', async () => {
  const { worker, lives } = fakePages((request, { message }) => {
    message(request);
    message('and more');
    message('and more');
  });
  expect(await ask(worker, 'echo')).toBe('echo');
  expect(await ask(worker, 'which')).toBe('which');
  expect(lives.every(({ isOver }) => isOver)).toBe(true);
});
