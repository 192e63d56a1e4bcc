/** Which charts have dates that a person has to look at before a departure: one rule for the list, Ready to fly and the viewer. Pure. */

import { type DatesAt, datesAt } from './chart-dates.ts';
import { type ChartKind, flownKinds } from './chart-kinds.ts';
import type { Chart } from './group-charts.ts';

/** What is wrong with a chart's dates, seen from the departure. */
export type ChartFlag = Exclude<DatesAt, 'in_effect'>;

/** Pages that are valid for a cycle as charts are, but need not say so. The periods of NOTAMs and weather are something else. */
const VALID_FOR_CYCLE: ReadonlySet<ChartKind> = new Set(['minimums', 'hotspot']);

/** Whether pages of this kind count as a chart. */
export function isChart(kind: ChartKind | null): kind is ChartKind {
  return kind !== null && (flownKinds.has(kind) || VALID_FOR_CYCLE.has(kind));
}

/** The flag of a chart of this kind, whose pages' dates are so: one page is enough to be expired or later; none may have a date to be undated. */
export function flagOfDates(kind: ChartKind | null, pages: ReadonlySet<DatesAt>): ChartFlag | null {
  if (!isChart(kind)) return null;
  if (pages.has('expired')) return 'expired';
  if (pages.has('later')) return 'later';
  // Their publishers date them, so that one without a date has to be looked at.
  return flownKinds.has(kind) && !pages.has('in_effect') ? 'undated' : null;
}

/** The flag of a chart. @param departure_ms ms since 1970 UTC; null where it is not known: then nothing is later or expired */
export function flagOf({ pages }: Chart, departure_ms: number | null): ChartFlag | null {
  const states = new Set(pages.map((page) => datesAt(page, page.publisher, departure_ms)));
  return flagOfDates(pages[0]?.kind?.value ?? null, states);
}
