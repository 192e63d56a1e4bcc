/** Kits by the hundred for the tests of the list. */
import fc from 'fast-check';
import { type Kit, kitState } from '../../../preload/contract.ts';
import type { Arrangement } from '../../../renderer/kits/list/arrangement.ts';
import type { LibraryIndex } from '../../../renderer/kits/list/library-index.ts';
import { aKit } from '../../kits.ts';

/** The list where nothing was chosen. */
export const CARDS: Arrangement = {
  layout: 'cards',
  order: 'departure',
  column: 'departure',
  down: false,
  failedFirst: false,
};
export const TODAY = Date.parse('2026-11-21T00:00:00.000Z');
export const HOUR = 3_600_000;
const airport = fc.constantFrom('EGLL', 'KJFK', 'EHAM', 'LFPG', 'RJTT');
const time = fc.integer({ min: -400, max: 400 }).map((hours) => new Date(TODAY + hours * HOUR).toISOString());

/** Any kit that the list may hold; `index` makes its id its own. */
export const anyKit = fc
  .record({
    state: fc.constantFrom(...kitState.options),
    created_at: time,
    tracked: fc.boolean(),
    departure: fc.option(time, { nil: undefined }),
    origin: airport,
    destination: airport,
    alternates: fc.array(airport, { maxLength: 2 }),
    profile_id: fc.constantFrom('one', 'two'),
    pinned: fc.boolean(),
    opened_at: fc.option(fc.constant('2026-11-21T08:00:00.000Z'), { nil: null }),
    warns: fc.boolean(),
    superseded: fc.boolean(),
  })
  .map(
    ({ tracked, departure, origin, destination, alternates, warns, superseded, ...more }): Partial<Kit> => ({
      ...more,
      trip: tracked
        ? null
        : { origin, destination, alternates, ...(departure === undefined ? {} : { departure }) },
      tripkit_id: tracked ? 'TK-9' : null,
      messages: warns ? [{ code: '205', type: 'Warning', message: 'm' }] : [],
      superseded_by: superseded ? '99999999-2f4e-4d61-9f4e-1d5a4a8f0c11' : null,
    }),
  );

export function kitId(index: number): string {
  return `${String(index).padStart(8, '0')}-2f4e-4d61-9f4e-1d5a4a8f0c11`;
}

export const anyKits = fc
  .array(anyKit, { maxLength: 60 })
  .map((kits) => kits.map((kit, index) => aKit({ ...kit, id: kitId(index) })));

/** A kit that departs so many hours after `TODAY`, or has no departure. */
export function flight(index: number, hours: number | null, more: Partial<Kit> = {}): Kit {
  const departure = hours === null ? {} : { departure: new Date(TODAY + hours * HOUR).toISOString() };
  return aKit({
    id: kitId(index),
    trip: { origin: 'EGLL', destination: 'KJFK', ...departure },
    ...more,
  });
}

/** Kits that are put in, changed and taken out (null). */
export const anyChanges = fc.array(fc.record({ index: fc.nat(20), kit: fc.option(anyKit, { nil: null }) }), {
  maxLength: 60,
});

/** Makes the changes in the list one by one, and returns the kits that it has then. */
export function syncOneByOne(
  index: LibraryIndex,
  changes: readonly { index: number; kit: Partial<Kit> | null }[],
): Kit[] {
  const kits = new Map<string, Kit>();
  for (const { index: at, kit } of changes) {
    if (kit) kits.set(kitId(at), aKit({ ...kit, id: kitId(at) }));
    else kits.delete(kitId(at));
    index.sync([...kits.values()]);
  }
  return [...kits.values()];
}
