/** Whatever a laptop holds is the same on another one, row by row, compared past the app's own stores. */
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { KitRecord } from '../../../main/store/kit-record.ts';
import { aKit, anEvent } from '../../documents/samples.ts';
import { freshFolder } from '../../fresh-folder.ts';
import { startUp } from '../../start/start-run.ts';
import { accept, addReady, dump, fileOf, freshLaptop, workWith } from './hand-over-run.ts';

const words = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 });
const moment = fc.integer({ min: 0, max: 2 ** 45 });
const trip = fc.record(
  {
    origin: fc.stringMatching(/^[A-Z]{4}$/),
    destination: fc.stringMatching(/^[A-Z]{4}$/),
    flight: words,
    route: words,
    alternates: fc.array(fc.stringMatching(/^[A-Z]{4}$/), { maxLength: 3 }),
  },
  { requiredKeys: ['origin', 'destination'] },
) as fc.Arbitrary<NonNullable<KitRecord['trip']>>;
const kit = fc.record({
  state: fc.constantFrom('ready', 'failed', 'cancelled', 'generating', 'unconfirmed'),
  profile_id: fc.constantFrom('p', 'unknown to all'),
  tripkit_id: fc.option(words),
  trip: fc.option(trip),
  created_at: moment,
  state_since: moment,
  requested_at: fc.option(moment),
  messages: fc.array(fc.record({ code: words, type: words, message: words }), { maxLength: 3 }),
  failure: fc.option(fc.record({ kind: fc.constantFrom('service', 'network', 'disk'), message: words })),
  lines: fc.array(fc.tuple(words, moment), { minLength: 1, maxLength: 4 }),
  worked: fc.option(fc.tuple(words, moment)),
});

test('any kits, in any state, with whatever people wrote', { timeout: 300_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(kit, { minLength: 1, maxLength: 16 }), async (kits) => {
      const [from, to] = [freshFolder(), freshFolder()];
      const path = join(freshFolder(), 'laptop.age');
      await freshLaptop(from);
      const run = await startUp(from);
      for (const { lines, worked, ...facts } of kits) {
        const changes = facts as Partial<KitRecord>;
        const one =
          facts.state === 'ready'
            ? await addReady(run, from, changes, 1)
            : aKit({ ...changes, document: null });
        for (const [what, at] of lines) run.kits.write(one, anEvent(one, what, at));
        if (worked) workWith(run, one, ...worked);
      }
      run.settings.change({ theme: 'night' });
      await run.end(false);
      const before = dump(from);
      await fileOf(from, path);
      await freshLaptop(to);
      await accept(to, path);
      await (await startUp(to)).end(false);
      const after = dump(to);
      const came = after.rows.entries?.filter((row) => row.includes('Received in the hand-over file of'));
      expect(came).toHaveLength(kits.length);
      const entries = after.rows.entries?.filter((row) => !came?.includes(row));
      expect({ ...after, rows: { ...after.rows, entries } }).toEqual(before);
    }),
    { numRuns: 3 },
  );
});
