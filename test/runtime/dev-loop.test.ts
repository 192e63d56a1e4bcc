import { expect, test } from 'vitest';
import { createDevLoop } from './dev-loop.ts';

function setUp() {
  const acts: string[] = [];
  let quit = () => {};
  let gate: Promise<void> = Promise.resolve();
  const loop = createDevLoop({
    bundles: ['main', 'preload', 'renderer'],
    say: () => {},
    launch: async () => {
      acts.push('launch');
      await gate;
      gate = Promise.resolve();
      const { promise, resolve } = Promise.withResolvers<void>();
      quit = resolve;
      return {
        ended: promise,
        reload: async () => void acts.push('reload'),
        close: async () => {
          acts.push('close');
          resolve();
        },
      };
    },
  });
  const built = async (...bundles: string[]) => {
    for (const bundle of bundles) loop.built(bundle);
    await new Promise((done) => setTimeout(done, 5));
  };
  const hold = () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    gate = promise;
    return resolve;
  };
  const fail = () => {
    gate = Promise.reject(new Error('no window'));
  };
  return { acts, loop, built, hold, fail, quit: () => quit() };
}

test('the app starts when all bundles are there', async () => {
  const { acts, built } = setUp();
  await built('main', 'renderer');
  expect(acts).toEqual([]);
  await built('preload');
  expect(acts).toEqual(['launch']);
});

test('a new page is loaded again; a new main or preload bundle starts the app again', async () => {
  const { acts, built } = setUp();
  await built('main', 'preload', 'renderer');
  await built('renderer');
  expect(acts.splice(0)).toEqual(['launch', 'reload']);
  await built('preload');
  await built('main');
  expect(acts).toEqual(['close', 'launch', 'close', 'launch']);
});

test('what is built while the app starts is taken in once, after it', async () => {
  const { acts, built, hold } = setUp();
  const release = hold();
  await built('main', 'preload', 'renderer');
  await built('renderer', 'main', 'renderer');
  expect(acts).toEqual(['launch']);
  release();
  await built();
  expect(acts).toEqual(['launch', 'close', 'launch']);
});

test('it ends when a person quits the app, and not when it starts the app again', async () => {
  const { loop, built, quit } = setUp();
  let ended = false;
  void loop.ended.then(() => {
    ended = true;
  });
  await built('main', 'preload', 'renderer');
  await built('main');
  expect(ended).toBe(false);
  quit();
  await built();
  expect(ended).toBe(true);
});

test('stopping waits for a start that goes on, and quits the app', async () => {
  const { acts, loop, built, hold } = setUp();
  const release = hold();
  await built('main', 'preload', 'renderer');
  const stopped = loop.stop();
  release();
  await stopped;
  await loop.ended;
  expect(acts).toEqual(['launch', 'close']);
});

test('an app that can’t start is started again at the next change', async () => {
  const { acts, built, fail } = setUp();
  fail();
  await built('main', 'preload', 'renderer');
  await built('renderer');
  expect(acts).toEqual(['launch', 'launch']);
});
