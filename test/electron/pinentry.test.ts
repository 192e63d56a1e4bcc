/** A stand-in of pinentry that speaks Assuan; the real ones are in test/electron. */
import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { askPin, CallPins, type PinQuestion } from '../../main/electron/pin-prompt.ts';
import { freshFolder } from '../fresh-folder.ts';

let folder: string;
beforeEach(() => {
  folder = freshFolder();
});

const question: PinQuestion = {
  title: 'Trip Kit Desktop',
  description: 'Enter the PIN of “Card A”\nfor 100%.',
  problem: null,
  limit_ms: 20_000,
};

/** @param getpin what is answered to GETPIN; null: nothing at all */
async function standIn(getpin: string | null, greeting = 'OK Pleased to meet you'): Promise<string> {
  const file = join(folder, 'pinentry');
  const script = `#!${process.execPath}
const { appendFileSync } = require('node:fs');
process.stdout.write(${JSON.stringify(`${greeting}\n`)});
require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
  appendFileSync(${JSON.stringify(join(folder, 'heard'))}, line + '\\n');
  const answer = line === 'GETPIN' ? ${JSON.stringify(getpin)} : 'OK';
  if (answer !== null) process.stdout.write(answer + '\\n');
});
appendFileSync(${JSON.stringify(join(folder, 'environment'))}, JSON.stringify(process.env));
`;
  await writeFile(file, script);
  await chmod(file, 0o755);
  return file;
}

test('a PIN comes back as it was typed, with the signs that Assuan escapes', async () => {
  const program = await standIn('D 12%2534%0Aé\nOK');
  expect(await askPin({ ...question, problem: 'The PIN was wrong.' }, [program])).toEqual({
    pin: '12%34\né',
  });
  const heard = (await readFile(join(folder, 'heard'), 'utf8')).trim().split('\n');
  expect(heard).toEqual([
    'SETTITLE Trip Kit Desktop',
    'SETDESC Enter the PIN of “Card A”%0Afor 100%25.',
    'SETPROMPT PIN:',
    'SETERROR The PIN was wrong.',
    'SETTIMEOUT 20',
    'GETPIN',
  ]);
});

test.each([
  ['cancelled', 'ERR 83886179 Operation cancelled <Pinentry>'],
  ['too late', 'ERR 83886142 Timeout <Pinentry>'],
  ['empty', 'OK'],
])('%s is a refusal', async (_name, answer) => {
  expect(await askPin(question, [await standIn(answer)])).toBe('refused');
});

test('one that can’t ask here gives way to the next; where none can, that is said', async () => {
  const broken = await standIn('ERR 83918950 Inappropriate ioctl for device <Pinentry>');
  expect(await askPin(question, [broken])).toBe('none');
  expect(await askPin(question, [join(folder, 'absent'), '/bin/false'])).toBe('none');
  const asks = await standIn('D 1\nOK');
  expect(await askPin(question, [join(folder, 'absent'), '/bin/true', asks])).toEqual({ pin: '1' });
});

test('one that hangs, or is no longer wanted, is ended', async () => {
  const program = await standIn(null);
  const leaving = new AbortController();
  const asked = askPin({ ...question, signal: leaving.signal }, [program]);
  await expect.poll(() => readFile(join(folder, 'heard'), 'utf8').catch(() => '')).toContain('GETPIN');
  leaving.abort();
  expect(await asked).toBe('refused');
  expect(await askPin({ ...question, limit_ms: -1_950 }, [program])).toBe('refused');
});

test('it gets display and language, and nothing else of our environment', async () => {
  process.env.TRIPKIT_PASSPHRASE = 'secret';
  try {
    await askPin(question, [await standIn('D 1\nOK')]);
  } finally {
    delete process.env.TRIPKIT_PASSPHRASE;
  }
  const environment = await readFile(join(folder, 'environment'), 'utf8');
  expect(environment).toContain('PATH');
  expect(environment).not.toContain('secret');
});

test('a prompt that fails is no PIN, and never an error: Chromium would wait for good', async () => {
  const states: string[] = [];
  const pins = new CallPins({
    host: 'login.example',
    cards: null,
    signal: new AbortController().signal,
    onState: (state) => void states.push(state),
    ask: async () => {
      throw new Error('no process');
    },
  });
  expect(await pins.pinOf('Card A', false)).toBe('');
  expect(states).toEqual(['asked', 'no_prompt']);
  expect(pins.opened).toEqual([]);
});
