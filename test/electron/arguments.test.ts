import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { readArguments, relaunchOptions } from '../../main/electron/deep-link.ts';

test.each([
  [[], null, null],
  [['--user-data', '/data'], '/data', null],
  [['--user-data=/data'], '/data', null],
  [['--user-data', 'data'], resolve('data'), null],
  [['--inspect', '--user-data=/data', '--no-sandbox'], '/data', null],
  [['--headless', 'fetch', '--json'], null, ['fetch', '--json']],
  [['--headless'], null, []],
  [
    ['--user-data', '/data', '--headless', 'token', '--user-data', 'x'],
    '/data',
    ['token', '--user-data', 'x'],
  ],
  // What stands behind a link is the link's writer's.
  [['tripkit://kit/x', '--headless', 'fetch'], null, null],
  [['--user-data', '/data', 'TRIPKIT:x', '--user-data', '/other'], '/data', null],
  [['--headless', 'fetch', 'tripkit:x', '--json'], null, ['fetch', 'tripkit:x', '--json']],
])('%j', (argv, user_data, headless) => {
  expect(readArguments(argv)).toEqual({ user_data, headless, hidden: false, trace: false });
});

test('a start with the session is told from a person’s', () => {
  expect(readArguments(['--hidden'])).toMatchObject({ hidden: true, headless: null });
  expect(readArguments(['--trace-start'])).toMatchObject({ trace: true, headless: null });
  expect(readArguments(['--headless', 'fetch', '--hidden'])).toMatchObject({ hidden: false });
});

test.each([[['--user-data']], [['--user-data=']], [['--user-data', '--headless']]])(
  '%j is refused',
  (argv) => {
    expect(() => readArguments(argv)).toThrow('--user-data needs a folder');
  },
);

test('the app starts itself again with its window and its folder, without what it was opened with', () => {
  const argv = [
    '/app',
    '--hidden',
    '--user-data',
    '/data',
    'tripkit://kit/x',
    '/mail/KLM.tripkit-profile',
    '--lang=de',
  ];
  expect(relaunchOptions(argv, {})).toEqual({ args: ['--user-data', '/data', '--lang=de'] });
  expect(relaunchOptions(['/tmp/.mount/app'], { APPIMAGE: '/home/anna/kit.AppImage' })).toEqual({
    args: [],
    execPath: '/home/anna/kit.AppImage',
  });
});
