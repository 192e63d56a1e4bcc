/** Texts and lists as long as they may come, of the kind that makes a careless reader slow, stall nobody. */
import { expect, test } from 'vitest';
import { csvCell } from '../../main/common/csv.ts';
import { readGrant } from '../../main/service/authenticate.ts';
import { readTripsCsv } from '../../main/trips/read-trips.ts';
import { plainNotes } from '../../main/updates/feed.ts';
import { checkAnswer, LIMITS } from '../../renderer/documents/messages/checks.ts';
import { cpuTime } from '../cpu-time.ts';

/** Of the machine of the limits, ms. */
const LIMIT_MS = 100;

const grant = (piece: string) => {
  // Node takes 16 KiB of headers.
  const location = `#error=server_error&error_description=${piece.repeat(16_000 / piece.length)}x`;
  const answer = { status: 302, headers: { location }, text: '' };
  return () => expect(() => readGrant(answer, { state: 'S', host: 'auth.example', now: 0 })).toThrow();
};

const texts: readonly (readonly [string, () => unknown])[] = [
  ...['\n', '"\t', '; ', ' ='].map((piece) => {
    const text = `${piece.repeat(100_000)}x`;
    return [`a cell of a table of many ${JSON.stringify(piece)}`, () => csvCell(text)] as const;
  }),
  ...['.', '. ', '%20', '"password":"'].map(
    (piece) => [`a description of an error of many ${JSON.stringify(piece)}`, grant(piece)] as const,
  ),
  ['notes of a release with a wide gap', () => plainNotes(`a${' '.repeat(99_999)}b`)],
  [
    'empty lines between two trips',
    () =>
      expect(
        readTripsCsv(`origin,destination\nEHAM,KJFK${'\n'.repeat(100_000)}EGLL,LFPG`, { max_alternates: 6 }),
      ).toHaveLength(2),
  ],
  [
    'pictures of four pages, as a document’s page that was taken over says them: none is one',
    () => {
      const wrong = Array(LIMITS.pictures).fill(0);
      for (const page of [1, 2, 3, 4]) expect(checkAnswer({ name: 'pictures', page }, wrong)).toEqual([]);
    },
  ],
];
test.each(texts)('%s', (_name, work) => {
  expect(cpuTime(work)).toBeLessThan(LIMIT_MS);
});
