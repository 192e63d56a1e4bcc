/** Random laptops for the oracle of "Ready to fly", as facts of the world: nothing here is a state or a word of the app. */
import fc from 'fast-check';
import { HOUR } from './facts.ts';

export const MINUTE = 60_000;
export const DAY = 24 * HOUR;
/** A calendar day in UTC, `YYYY-MM-DD`. */
type Day = string;

/** What the pages of a document print. */
export interface Paper {
  /** An AIRAC cycle: on the cover, on each page, or on one chart only, which then says nothing of the kit. */
  stamp: string | null;
  on: 'cover' | 'pages' | 'one';
  /** Until when the cover says that it is valid. */
  until: Day | null;
  charts: readonly { from: Day | null; until: Day | null }[];
}

export interface FlightFact {
  profile: string;
  destination: string;
  number: string | null;
  departs: number;
}

export interface KitFact {
  id: string;
  flight: FlightFact;
  /** What the app knows of that: its request said the departure, or only the route; a tracked kit says nothing. */
  says: 'departure' | 'route' | 'nothing';
  /** Whether it has the kit ID of another kit, whose request said the departure. */
  twin: boolean;
  /** When it was requested or tracked, and made, ms since 1970 UTC. */
  asked: number;
  made: number;
  /** Whether the PDF has its date. */
  dated: boolean;
  stage: 'requesting' | 'generating' | 'downloading' | 'here' | 'failed' | 'unconfirmed' | 'cancelled';
  paper: Paper;
  /** Whether the app has read the pages already. */
  read: boolean;
  /** What became of the file, and of what the library says of it. */
  file: 'sound' | 'altered' | 'cut' | 'gone' | 'disk' | 'forged';
  /** Whether that happened while the app ran. */
  late: boolean;
  sealed: boolean;
  messages: 'none' | 'info' | 'unread' | 'read';
  /** How many charts differ from the kit before and are not reviewed; null: not compared yet; -1: there is none before. */
  changed: number | null;
  opened: number | null;
}

export interface OrderFact {
  id: string;
  flight: FlightFact;
  due: number;
}

export interface World {
  now: number;
  hours: number;
  cockpit: boolean;
  online: boolean;
  keychain: 'works' | 'locked';
  /** When each profile's certificate ends; null: there is none. */
  profiles: Record<string, number | null>;
  /** What the app has to say: its id, and how much it matters. */
  told: readonly { id: string; severity: 'info' | 'warning' | 'error'; matters: boolean }[];
  free: number | null;
  battery: number | null;
  flights: readonly FlightFact[];
  kits: readonly KitFact[];
  orders: readonly OrderFact[];
}

/** The kit whose ID a twin has: the first of its flight whose request said the departure, and was answered. */
export function twinOf({ kits }: Pick<World, 'kits'>, kit: KitFact): KitFact | null {
  if (kit.says === 'departure' || !kit.twin) return null;
  const isNamed = ({ flight, says }: KitFact) => flight === kit.flight && says === 'departure';
  return kits.find((one) => isNamed(one) && !['requesting', 'unconfirmed'].includes(one.stage)) ?? null;
}

/** Before a change of cycle (26 November, 2612), after it, and in the middle of 2611. */
const times = ['2026-11-24T15:00:00Z', '2026-11-26T06:00:00Z', '2026-11-12T10:00:00Z'].map(Date.parse);
const offsets = [-27, -2, -1, -0.5, 0.5, 3, 9, 20, 34, 36, 60, 160];
const notices = [
  { id: 'library', severity: 'warning', matters: true },
  { id: 'documents-lost', severity: 'error', matters: true },
  { id: 'clock:p1', severity: 'warning', matters: true },
  { id: 'crash:1', severity: 'warning', matters: false },
  { id: 'update-ready 2', severity: 'info', matters: false },
] as const;

/** The same laptop has the same ids whenever a run is repeated. */
const idOf = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

/** Mostly the first, at times one of the others. */
function mostly<T>(weight: number, usual: T, ...others: T[]): fc.Arbitrary<T> {
  const rare = { weight: 1, arbitrary: fc.constantFrom(usual, ...others) };
  return fc.oneof({ weight, arbitrary: fc.constant(usual) }, rare);
}

const stages = ['generating', 'requesting', 'downloading', 'failed', 'unconfirmed', 'cancelled'] as const;
const goodPaper: Paper = {
  stamp: null,
  on: 'cover',
  until: null,
  charts: [{ from: '2026-10-29', until: null }],
};

function paperOf(w: number): fc.Arbitrary<Paper> {
  const chart = fc.record({
    from: mostly<Day | null>(w * 3, '2026-10-29', '2026-10-01', '2026-11-26', '2026-12-24', null),
    until: mostly<Day | null>(w, null, '2026-12-31', '2026-11-25', '2026-11-12', '2026-11-26'),
  });
  // Nobody prints an end before the beginning.
  const sound = chart.map((one) =>
    one.until && one.from && one.from > one.until ? { ...one, until: null } : one,
  );
  const own = fc.record({
    stamp: fc.constantFrom(null, '2610', '2611', '2611', '2612'),
    on: fc.constantFrom('cover' as const, 'pages' as const, 'one' as const),
    until: mostly<Day | null>(Math.min(w, 4), null, '2026-10-29', '2026-11-26', '2026-11-12', '2026-12-24'),
    charts: fc.array(sound, { minLength: 2, maxLength: 4 }),
  });
  return fc.oneof({ weight: w, arbitrary: own }, { weight: 1, arbitrary: fc.constant(goodPaper) });
}

/** @param n tells it from all others; no two are requested in the same minute */
function kitOf(w: number, now: number, flight: FlightFact, n: number): fc.Arbitrary<KitFact> {
  return fc
    .record({
      says: mostly<KitFact['says']>(Math.min(w, 6), 'departure', 'route', 'nothing'),
      twin: fc.boolean(),
      ago: fc.constantFrom(2, 5, 26, 80, 200, 24 * 27, 24 * 40),
      before: fc.constantFrom(0, 1, 30 * 24),
      dated: fc.boolean(),
      stage: mostly<KitFact['stage']>(w, 'here', ...stages),
      paper: paperOf(w),
      read: mostly(Math.min(w, 8), true, false),
      file: mostly<KitFact['file']>(Math.min(w, 6), 'sound', 'altered', 'cut', 'gone', 'disk', 'forged'),
      late: fc.boolean(),
      sealed: mostly(w * 3, true, false),
      messages: mostly<KitFact['messages']>(w, 'none', 'info', 'unread', 'read'),
      changed: mostly<number | null>(w, -1, 0, 2, null),
      opened: fc.constantFrom(null, now - MINUTE, now - DAY),
    })
    .map(({ ago, before, ...kit }): KitFact => {
      const id = idOf(n);
      const asked = now - ago * HOUR - n * MINUTE;
      const made = kit.says === 'nothing' ? asked - before * HOUR : asked + MINUTE / 2;
      const opened = kit.opened !== null && kit.opened > asked + MINUTE ? kit.opened : null;
      // What somebody else requested is at the service already.
      const isThere = kit.says === 'nothing' && ['requesting', 'unconfirmed'].includes(kit.stage);
      return { id, flight, asked, made, ...kit, opened, ...(isThere ? { stage: 'generating' } : {}) };
    });
}

/** @param w how many times likelier all is well than not */
function worldOf(w: number): fc.Arbitrary<World> {
  return fc.constantFrom(...times).chain((now) => {
    const hours = [now - DAY, now + 5 * HOUR, now + 20 * DAY, null];
    const profile = mostly<number | null>(w, now + 400 * DAY, ...hours);
    const flight = fc.record({
      profile: fc.constantFrom('p1', 'p2', 'p3'),
      number: fc.boolean(),
      departs: fc.constantFrom(...offsets).map((offset) => now + offset * HOUR),
    });
    return fc
      .record({
        hours: fc.constantFrom(12, 36, 168),
        cockpit: mostly(Math.min(w, 2), false, true),
        online: mostly(Math.min(w, 3), true, false),
        keychain: mostly<World['keychain']>(w, 'works', 'locked'),
        profiles: fc.record({ p1: profile, p2: profile, p3: profile }),
        told: mostly(Math.min(w, 2), [], ...notices.map((one) => [one])),
        free: mostly<number | null>(w * 2, 50e9, 0.5e9, null),
        battery: mostly<number | null>(w * 2, 0.8, 0.2, 0.05, null),
        flights: fc.array(flight, { maxLength: 5 }),
      })
      .chain(({ flights, ...laptop }) => {
        const known = flights.map(({ number, ...one }, index): FlightFact => {
          const destination = `K${'ABCDE'[index]}AA`;
          return { ...one, destination, number: number ? `KL${index}` : null };
        });
        const ofFlight = (one: FlightFact, index: number) =>
          fc.record({
            kits: fc
              .tuple(...[1, 2, 3].map((n) => kitOf(w, now, one, index * 9 + n)))
              .chain((all) => fc.integer({ min: 0, max: 3 }).map((count) => all.slice(0, count))),
            due: mostly<number | null>(w, null, -2, 1, 30),
          });
        return fc.tuple(...known.map(ofFlight)).map((made): World => {
          const kits = made.flatMap((one) => one.kits);
          const orders = made.flatMap(({ due }, index): OrderFact[] => {
            const one = known[index];
            if (due === null || !one) return [];
            return [
              { id: idOf(900 + index), flight: one, due: Math.min(now + due * HOUR, one.departs - HOUR) },
            ];
          });
          return { now, ...laptop, flights: known, kits, orders };
        });
      });
  });
}

/** Laptops of all kinds: on some nearly all is well. */
export const worlds = fc.oneof(worldOf(2), worldOf(8), worldOf(30));
