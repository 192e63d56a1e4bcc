/** A library of many kits, written straight into its database as the app would have left it. */
import { createHash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Failure } from '../../../main/common/failure.ts';
import type { KitRecord, KitState } from '../../../main/store/kit-record.ts';
import { openUserDatabase } from '../../../main/store/user-database.ts';

const HOUR = 3_600_000;
const AIRPORTS =
  'EGLL KJFK EHAM LFPG RJTT OMDB YSSY FAOR EDDF LEMD LOWW LGAV ENGM EKCH KDEN KLAX WSSS VHHH SBGR CYYZ'.split(
    ' ',
  );
const AIRLINES = 'BAW KLM AFR DLH UAE QFA SAS IBE AUA UAL'.split(' ');

/** A generator of numbers from 0 up to 1, the same for the same seed (mulberry32). */
export function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/**
 * Writes `user.sqlite` into a fresh user-data folder.
 *
 * @param now ms since 1970 UTC; departures lie from 300 days before to 20 days after it
 */
export function seedLibrary(userData: string, count: number, now: number, seed = 20261121): void {
  mkdirSync(userData, { recursive: true });
  const database = openUserDatabase(join(userData, 'user.sqlite'));
  const random = numbers(seed);
  const pick = <T>(list: readonly T[]): T => {
    const found = list[Math.floor(random() * list.length)];
    if (found === undefined) throw new Error('an empty list');
    return found;
  };
  database.kits.together(() => {
    for (let index = 0; index < count; index += 1) {
      const hex = createHash('sha256').update(`${seed} ${index}`).digest('hex');
      const id = `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
      const departure = now + Math.floor((random() * 320 - 300) * 24) * HOUR;
      const created = Math.min(now - 60_000, departure - Math.floor(random() * 48 + 2) * HOUR);
      const [origin, destination] = [pick(AIRPORTS), pick(AIRPORTS)];
      const trip = {
        origin,
        destination,
        alternates: [pick(AIRPORTS), pick(AIRPORTS)],
        route:
          'N0489F340 BEDEK2J BEDEK L620 MAY UL620 LIZAD DCT 49N015W 48N020W 46N030W DCT TUSKY N321B KANNI',
        flight: `${pick(AIRLINES)}${100 + Math.floor(random() * 900)}`,
        departure: new Date(departure).toISOString(),
      };
      // A document would have to lie there as a file: what has gone wrong needs none, and is as long a row.
      const state: KitState = random() < 0.5 ? 'failed' : 'cancelled';
      const failure: Failure | null =
        state === 'failed'
          ? {
              kind: 'network',
              message: 'The service could not be reached. Check the connection, then try again.',
            }
          : null;
      const messages =
        random() < 0.2
          ? [{ code: '205', type: 'Warning', message: 'Multiple matches found for route point(s) BEDEK.' }]
          : [];
      const kit: KitRecord = {
        id,
        profile_id: 'bench',
        tripkit_id: `TK-${hex.slice(32, 42)}`,
        trip,
        state,
        created_at: created,
        state_since: created + 30_000,
        due_at: null,
        requested_at: created,
        messages,
        failure,
        document: null,
      };
      const event = { kit_id: id, at: created, state: 'requesting', what: 'Request created.' } as const;
      database.kits.write({ ...kit, state: 'requesting', failure: null, state_since: created }, event);
      database.kits.write(kit, { kit_id: id, at: created + 30_000, state, what: 'As it was.' });
    }
  });
  database.close();
}
