/** What a run of a bench says about the recorded one. */
import { expect, test } from 'vitest';
import { worse } from './recorded.ts';

const head = '| measure | unit | this app | bare |\n|---|---|---|---|\n';

test.each<[name: string, before: string, after: string, said: string[]]>([
  [
    'more than both spreads',
    '| start | ms | 100 / 110 / 150 (9) | 90 |',
    '| start | ms | 125 / 130 / 130 (9) | 90 |',
    ['start: 100 then, 125 now'],
  ],
  [
    'less than the spread now',
    '| start | ms | 100 / 110 / 150 (9) | 90 |',
    '| start | ms | 125 / 160 / 160 (9) | 90 |',
    [],
  ],
  [
    'less than the spread then',
    '| start | ms | 100 / 140 / 150 (9) | 90 |',
    '| start | ms | 125 / 130 / 130 (9) | 90 |',
    [],
  ],
  ['single figures: less than a tenth', '| size | kB | 300 | |', '| size | kB | 329 | |', []],
  ['single figures: more', '| size | kB | 300 | |', '| size | kB | 331 | |', ['size: 300 then, 331 now']],
  ['better', '| start | ms | 100 | |', '| start | ms | 50 | |', []],
  [
    'not measured then, or now',
    '| a | ms | | 3 |\n| b | ms | 1 | |',
    '| a | ms | 5 | |\n| c | ms | 9 | |',
    [],
  ],
])('a run says what got worse: %s', (_name, before, after, said) => {
  expect(worse(head + before, head + after)).toEqual(said);
});
