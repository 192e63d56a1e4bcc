/** `tripkit compare` with real documents. */
import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { pages } from '../comparison/documents.ts';
import { freshFolder } from '../fresh-folder.ts';
import { runCommand } from './run-command.ts';

const run = (args: string[], signal?: AbortSignal) => runCommand(['compare', ...args], signal);

function saved(name: string, bytes: Buffer | string): string {
  const file = join(freshFolder(), name);
  writeFileSync(file, bytes);
  return file;
}

const text = (words: string) =>
  `BT /F1 9 Tf 40 600 Td (${words}) Tj 0 -20 Td (THE SAME WORDS ON EACH) Tj 0 -20 Td (VERSION OF PAGE ${words[0]}) Tj ET`;
const stamp = (words: string) => ` BT /F1 6 Tf 40 20 Td (${words}) Tj ET`;

describe('tripkit compare', () => {
  it('writes one JSON object a page, with these keys, in the order of the new document', async () => {
    const old = saved(
      'old.pdf',
      pages(
        text('Alpha 118.1 tower and ground') + stamp('AIRAC 2611'),
        text('Bravo minimum 320/24') + stamp('AIRAC 2611'),
        text('Charlie that is dropped later'),
      ),
    );
    const newer = saved(
      'new.pdf',
      pages(
        text('Delta, a page of its own kind'),
        text('Bravo minimum 340/24') + stamp('AIRAC 2612'),
        text('Alpha 118.1 tower and ground') + stamp('AIRAC 2612'),
      ),
    );
    const { code, out } = await run([old, newer, '--json']);
    expect(code).toBe(0);
    expect(out.map((line) => JSON.parse(line))).toEqual([
      { event: 'page', old: null, new: 1, state: 'new', what: [] },
      {
        event: 'page',
        old: 2,
        new: 2,
        state: 'changed',
        what: ['Bravo minimum: 320/24 is now 340/24 (upper left)'],
      },
      { event: 'page', old: 3, new: null, state: 'gone', what: [] },
      {
        event: 'page',
        old: 1,
        new: 3,
        state: 'restamped',
        what: ['AIRAC: 2611 is now 2612 (lower left)'],
      },
    ]);
    expect(Object.keys(JSON.parse(out[0] ?? ''))).toEqual(['event', 'old', 'new', 'state', 'what']);
    const people = await run([old, newer]);
    expect(people.out).toEqual([
      '1: new',
      '2: changed',
      '    Bravo minimum: 320/24 is now 340/24 (upper left)',
      '3: gone',
      '3 (was 1): restamped',
      '    AIRAC: 2611 is now 2612 (lower left)',
    ]);
  });

  it.each([
    ['there is no such file', () => join(tmpdir(), 'tripkit-there-is-none.pdf'), 'disk'],
    ['it is no PDF', () => saved('none.pdf', 'no document'), 'document'],
  ])('ends with 1 where %s', async (_why, file, kind) => {
    const sound = saved('sound.pdf', pages(text('Alpha')));
    for (const files of [
      [sound, file()],
      [file(), sound],
    ]) {
      const { code, out } = await run([...files, '--json']);
      expect(code).toBe(1);
      expect(out.map((line) => JSON.parse(line))).toMatchObject([{ event: 'failed', error: { kind } }]);
    }
  });

  it.each([[[]], [['one.pdf']], [['one.pdf', 'two.pdf', 'three.pdf']], [['one.pdf', 'two.pdf', '--fast']]])(
    'ends with 2 where the command is wrong: %j',
    async (args) => {
      const { code, out } = await run([...args, '--json']);
      expect(code).toBe(2);
      expect(out.map((line) => JSON.parse(line))).toMatchObject([
        { event: 'failed', error: { kind: 'config' } },
      ]);
    },
  );

  it('ends with 130 where a person ends it', async () => {
    const file = saved('one.pdf', pages(text('Alpha')));
    expect((await run([file, file], AbortSignal.abort())).code).toBe(130);
  });
});
