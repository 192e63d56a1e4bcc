/** The scenario `changes`: two kits of one flight, what changed from the first to the second, and the marks that wait. */
import type { Comparison, Kit, KitCharts, Mark, Trip, WaitingMark } from '../../preload/contract.ts';
import { aPage } from '../charts/sample-charts.ts';
import { countsOf } from './fake-comparison.ts';
import { baseKit, type FakeDocument, iso } from './fake-data.ts';

type Page = Comparison['pages'][number];

const HOUR = 3_600_000;
const trip: Trip = {
  origin: 'EGLL',
  destination: 'KJFK',
  flight: 'BAW117',
  departure: '2026-11-21T15:10:00Z',
};
const noAreas: Page['areas'] = { old: [], new: [] };
/** The frequency under the two bars of a sample page (harness/sample-pdf.ts). */
const frequency = { x: 0.08, y: 0.19, width: 0.45, height: 0.03 };
/** The same place on page 7 of the newer kit, which is of another size (RESIZED of harness/sample-pdf.ts). */
const resized = {
  x: (frequency.x * 595.28 * 0.9 + 20) / 612,
  y: (frequency.y * 841.89 * 0.9 + 10) / 792,
  width: (frequency.width * 595.28 * 0.9) / 612,
  height: (frequency.height * 841.89 * 0.9) / 792,
};
const moved: Page['moved'] = { x: [(595.28 * 0.9) / 612, 20 / 612], y: [(841.89 * 0.9) / 792, 10 / 792] };
const bars = { x: 0.1, y: 0.15, width: 0.32, height: 0.035 };

/** As the sample documents have it: the revised one has another frequency on pages 4 and 7, and other bars on page 9. */
function pagesOf(count: number): Page[] {
  const page = (old: number | null, now: number | null, state: Page['state'], what: string[] = []): Page => ({
    old,
    new: now,
    state,
    // The chart that is gone has nothing to do with the one that took its place.
    chart: now ?? count + (old ?? 0),
    what,
    areas: noAreas,
    reviewed_at: null,
  });
  const pages: Page[] = [];
  for (let at = 1; at <= count; at += 1) {
    if (at === 4 || at === 7)
      pages.push({
        ...page(at, at, 'changed', [
          'ILS: 110.30 is now 111.75 (upper left)',
          `"MSA 25 NM · RWY 27L · ILS 110.30 · page ${at}" is now "MSA 25 NM · RWY 27L · ILS 111.75 · page ${at}" (upper left)`,
        ]),
        areas: { old: [frequency], new: [at === 7 ? resized : frequency] },
        ...(at === 7 ? { moved } : {}),
      });
    else if (at === 9)
      pages.push({
        ...page(at, at, 'changed', ['2 shapes moved (upper left)']),
        areas: { old: [bars], new: [bars] },
      });
    else if (at === 11) {
      pages.push(page(at, null, 'gone'), page(null, at, 'new'));
    } else if (at === 2 || at === 12) pages.push(page(at, at, 'restamped'));
    else pages.push(page(at, at, 'same'));
  }
  return pages;
}

const titles = new Map([
  [3, 'AIRPORT CHART'],
  [4, 'ILS RWY 27L'],
  [7, 'RNAV RWY 09R'],
  [9, 'BPK 7G SID'],
  [11, 'TAXI ROUTES'],
]);

function chartsOf(count: number): KitCharts {
  const pages = Array.from({ length: count }, (_, index) => {
    const page = index + 1;
    const title = titles.get(page);
    if (!title) return aPage(page);
    return aPage(page, {
      ...{ airport: 'EGLL', title, kind: page === 9 ? 'sid' : page === 3 ? 'airport' : 'approach' },
      ...(page === 3 ? {} : { revised: '2026-10-29' }),
      ...(page === 4 ? { from: '2026-11-26' } : {}),
      ...(page === 7 ? { from: '2026-10-29', to: '2026-11-20' } : {}),
    });
  });
  return { sha256: '', state: 'ready', pages };
}

function marksOf(kit_id: string, now: number): Mark[] {
  const mark = (id: number, draft: Mark['draft']): Mark => ({
    id: `7d1f2a52-93a4-4c5e-8f6d-00000000000${id}`,
    kit_id,
    created_at: iso(now - 20 * HOUR),
    changed_at: iso(now - 20 * HOUR),
    by: 'pilot',
    carried_from: null,
    draft,
    outdated: false,
  });
  return [
    mark(1, {
      kind: 'highlight',
      page: 4,
      colour: 'yellow',
      areas: [frequency],
      text: 'ILS 110.30',
      note: 'brief this',
    }),
    mark(2, { kind: 'note', page: 7, x: 0.4, y: 0.3, text: 'Expect vectors' }),
    mark(3, { kind: 'pin', page: 11 }),
  ];
}

export interface FakeChanges {
  kits: [newer: Kit, older: Kit];
  comparison: Comparison;
  charts: KitCharts;
  waiting: WaitingMark[];
}

/** @param documents the older one and the newer one */
export function fakeChanges(
  now: number,
  [before, after]: readonly [FakeDocument, FakeDocument],
): FakeChanges {
  const kit = (document: FakeDocument, hours: number, more: Partial<Kit>) =>
    baseKit(now - hours * HOUR, trip, {
      id: document.id,
      tripkit_id: `TK-${hours}`,
      state: 'ready',
      opened_at: iso(now - (hours - 1) * HOUR),
      document: { bytes: document.bytes, pages: document.pages, sha256: `${hours}`.padEnd(64, '0') },
      ...more,
    });
  const comparison: Comparison = {
    old_id: before.id,
    new_id: after.id,
    state: 'ready',
    done: 1,
    why: null,
    pages: pagesOf(after.pages),
  };
  const older = kit(before, 26, { superseded_by: after.id });
  const newer = kit(after, 2, {
    charts: {
      charts: 5,
      later: 1,
      expired: 1,
      undated: 1,
      without_text: 0,
      stamp: { cycle: null, valid_to: null, expired: false },
    },
    changes: countsOf(comparison),
  });
  const waiting = marksOf(older.id, now).map((mark): WaitingMark => {
    const { page } = mark.draft;
    const isGone = page === 11;
    return { mark, old_id: older.id, page: isGone ? null : page, state: isGone ? 'gone' : 'changed' };
  });
  return { kits: [newer, older], comparison, charts: chartsOf(after.pages), waiting };
}
