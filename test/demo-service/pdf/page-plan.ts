/** Which pages a kit has: decided from the trip before anything is drawn, so that contents and footers can tell. */
import { type Random, seeded, seedOf } from '../random.ts';
import type { DemoTrip } from '../trip-rules.ts';
import { airportOf } from './airport.ts';
import type { Approach } from './approach-chart.ts';
import { nameCode } from './canvas.ts';

type Subject =
  | { kind: 'cover' }
  | { kind: 'contents'; part: number }
  | { kind: 'summary' }
  | { kind: 'enroute'; part: number }
  | { kind: 'diagram'; icao: string; index: string }
  | { kind: 'procedure'; icao: string; index: string; procedure: { kind: 'SID' | 'STAR'; name: string } }
  | { kind: 'approach'; icao: string; index: string; approach: Approach }
  | { kind: 'notices'; icao: string; part: number };

/** One page to be drawn. */
export interface PlannedPage {
  subject: Subject;
  /** Heading of the group in outline and contents; null for a page that stands alone. */
  section: string | null;
  title: string;
  /** Named destination. */
  destination: string;
}

/** Entries on one page of contents. */
export const contentsRows = 96;

const approachTypes = [
  'ILS or LOC',
  'RNAV (GPS) Z',
  'RNAV (RNP) Y',
  'RNAV (GPS) Y',
  'VOR',
  'ILS Z',
  'LOC',
] as const;

/** Endless charts of one airport, in the order in which a small kit wants them. */
function* charts(
  icao: string,
  random: Random,
  departing: boolean,
): Generator<{ order: number; page: PlannedPage }> {
  const airport = airportOf(icao);
  const section = `${icao} ${airport.name}`;
  const page = (order: number, title: string, subject: Subject) => ({
    order,
    page: { subject, section, title, destination: `${icao}-${order}-${title}`.replaceAll(' ', '-') },
  });
  yield page(0, 'Airport', { kind: 'diagram', icao, index: '10-9' });
  const ends = airport.runways.flatMap((runway) => [runway.low, runway.high]);
  const letter = (n: number) => (n === 0 ? '' : String.fromCharCode(64 + ((n - 1) % 26) + 1));
  for (let n = 0; ; n += 1) {
    const runway = ends[n % ends.length] ?? '';
    const round = Math.floor(n / ends.length);
    const type = approachTypes[round % approachTypes.length] ?? 'VOR';
    const again = Math.floor(round / approachTypes.length);
    const name = again > 0 ? `${type} ${again + 1}` : type;
    const chapter = 11 + (round % approachTypes.length);
    const procedure = (kind: 'SID' | 'STAR') => {
      const title = `${nameCode(random)} ${random.integer(1, 9)}`;
      const index = `10-${kind === 'SID' ? 3 : 2}${letter(n)}`;
      return page(kind === 'SID' ? 1000 + n : 2000 + n, `${kind} ${title}`, {
        kind: 'procedure',
        icao,
        index,
        procedure: { kind, name: title },
      });
    };
    yield procedure(departing ? 'SID' : 'STAR');
    yield page(3000 + chapter * 40 + n, `${name} Rwy ${runway}`, {
      kind: 'approach',
      icao,
      index: `${chapter}-${(n % ends.length) + 1}`,
      approach: { type: name, runway },
    });
    if (n % 2 === 1) yield procedure(departing ? 'STAR' : 'SID');
  }
}

function simple(subject: Subject, section: string | null, title: string): PlannedPage {
  return { subject, section, title, destination: title.toLowerCase().replaceAll(' ', '-') };
}

/** The pages of a trip's kit, in order. Between 20 and 400, or at most `pages_max`. */
export function planPages(trip: DemoTrip, pages_max: number | null): PlannedPage[] {
  const random = seeded(seedOf(JSON.stringify(trip)));
  const natural = random.integer(20, 400);
  const total = Math.max(1, Math.min(natural, pages_max ?? 400));
  const front = [simple({ kind: 'cover' }, null, 'Cover')];
  const contents = total < 3 ? 0 : Math.ceil(total / contentsRows);
  for (let part = 1; part <= contents; part += 1) {
    const title = part === 1 ? 'Contents' : `Contents ${part}`;
    front.push(simple({ kind: 'contents', part }, null, title));
  }
  if (total >= 4) front.push(simple({ kind: 'summary' }, null, 'Flight summary'));

  const icaos = [trip.origin, trip.destination, ...trip.alternates];
  const sources = icaos.map((icao, i) => charts(icao, random, i === 0));
  const drawn: { order: number; page: PlannedPage }[][] = icaos.map(() => []);
  const enroute: PlannedPage[] = [];
  const notices: PlannedPage[] = [];
  const parts = new Map<string, number>();
  const left = total - front.length;
  let charted = 0;
  for (let n = 0; n < left; n += 1) {
    // Of ten pages, two are notices and, early on, one is enroute; the rest are charts, most of them of both ends.
    const turn = n % 10;
    if (turn === 3 && enroute.length < 6) {
      const part = enroute.length + 1;
      enroute.push(simple({ kind: 'enroute', part }, 'Enroute', `Enroute strip ${part}`));
    } else if (turn === 5 || turn === 9) {
      const icao = icaos[Math.floor(n / 5) % icaos.length] ?? trip.origin;
      const part = (parts.get(icao) ?? 0) + 1;
      parts.set(icao, part);
      notices.push(simple({ kind: 'notices', icao, part }, 'Notices', `Notices ${icao} ${part}`));
    } else {
      const alternate = turn === 7 && icaos.length > 2;
      const i = alternate ? 2 + (Math.floor(n / 10) % (icaos.length - 2)) : charted % 2;
      if (!alternate) charted += 1;
      const next = sources[i]?.next();
      if (next && !next.done) drawn[i]?.push(next.value);
    }
  }
  const sorted = drawn.map((pages) => pages.sort((a, b) => a.order - b.order).map(({ page }) => page));
  const [origin = [], ...others] = sorted;
  const order = (a: PlannedPage, b: PlannedPage) => a.title.localeCompare(b.title, 'en', { numeric: true });
  return [...front, ...origin, ...enroute, ...others.flat(), ...notices.sort(order)];
}
