import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { AuditEntry } from '../../preload/contract.ts';
import { groupTries } from '../../renderer/kits/library/details/kit-history.tsx';

const START = Date.parse('2026-11-21T08:00:00.000Z');
let at = START;

function line(what: string, more: Partial<AuditEntry> = {}): AuditEntry {
  at += 1_000;
  const facts = { state: 'requesting', by: null, document_sha256: null, message: null } as const;
  return { at: new Date(at).toISOString(), kind: 'state', what, ...facts, ...more };
}
const sent = () => line('The request is being sent.');
const refused = (why: string) => line(`The request was not taken on: ${why}`);

test('tries of an outage are one line that says how many, since when, and why at last', () => {
  const asked = line('Request created.', { by: 'cmdr' });
  const tries = [sent(), refused('A.'), sent(), refused('A.'), sent(), refused('B.')];
  const accepted = line('The service accepted the request as TK-1.', { state: 'generating' });
  const groups = groupTries([asked, ...tries, accepted]);
  expect(groups.map(({ entries }) => entries.length)).toEqual([1, 6, 1]);
  expect(groups[1]).toMatchObject({ tries: 3, last: { what: 'The request was not taken on: B.' } });
});

test('a few lines stay as they are, and what a person decided is never grouped', () => {
  const few = [line('Request created.', { by: 'cmdr' }), sent(), refused('A.'), sent()];
  expect(groupTries(few).map(({ entries }) => entries.length)).toEqual([1, 1, 1, 1]);
  const decided = Array.from({ length: 9 }, () => line('The request is made again.', { by: 'cmdr' }));
  expect(groupTries(decided)).toHaveLength(9);
});

test('no line is lost, and all keep their order', () => {
  const one = fc.record({
    state: fc.constantFrom('requesting', 'generating', 'downloading') as fc.Arbitrary<AuditEntry['state']>,
    kind: fc.constantFrom('state', 'opened') as fc.Arbitrary<AuditEntry['kind']>,
    by: fc.constantFrom(null, 'cmdr'),
  });
  fc.assert(
    fc.property(fc.array(one, { maxLength: 40 }), (all) => {
      const entries = all.map((more, number) => line(`Line ${number % 3}.`, more));
      expect(groupTries(entries).flatMap((group) => group.entries)).toEqual(entries);
    }),
  );
});
