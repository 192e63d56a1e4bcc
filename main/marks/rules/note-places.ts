/** Which page of a kit a note of a chart or of an airport belongs on. Pure: the page offers only what main then accepts. */
import type { ChartPage } from '../../charts/rules/chart.ts';
import { chartsOnPage, indexNumber } from '../../charts/rules/chart-dates.ts';

/** The chart of a note, as its page printed it. */
export interface NoteChart {
  publisher: string | null;
  airport: string;
  kind: string;
  /** The publisher's index number and the title; at least one of them. */
  number: string | null;
  title: string | null;
}

/**
 * A page for a note of a chart.
 *
 * - `sure`: the only page with its airport, kind, number and title, and nothing else is on it
 * - `alike`: the chart has another number or title since
 * - `unsure`: several pages may be the chart, or the page has other charts too
 */
export interface ChartPlace {
  page: number;
  is: 'sure' | 'alike' | 'unsure';
}

/** Where a note of this chart belongs; null if no page has it. */
export function placeOfChart(chart: NoteChart, pages: readonly ChartPage[]): ChartPlace | null {
  const others = pages.map((page) => ({
    page,
    charts: chartsOnPage(page).flatMap((one) => factsOf(one) ?? []),
  }));
  for (const isSame of [isEqual, isNamed, isNumbered]) {
    const found = others.filter(({ charts }) =>
      charts.some((one) => isOfKind(one, chart) && isSame(one, chart)),
    );
    const [first] = found;
    if (!first) continue;
    const isAlone = found.length === 1 && first.page.more.length === 0;
    return { page: first.page.page, is: !isAlone ? 'unsure' : isSame === isEqual ? 'sure' : 'alike' };
  }
  return null;
}

/** The chart that a note on this page may belong to; null unless it is certain which one it is. */
export function chartForNote(page: number, pages: readonly ChartPage[]): NoteChart | null {
  const facts = pages.find((one) => one.page === page);
  const chart = facts ? factsOf(facts) : null;
  const place = chart && placeOfChart(chart, pages);
  return place?.is === 'sure' && place.page === page ? chart : null;
}

/** The airport that a note on this page may belong to: the one of all its charts; null if that is not certain. */
export function airportForNote(page: ChartPage | undefined): string | null {
  const airports = new Set(page ? chartsOnPage(page).map(({ airport }) => airport?.value ?? null) : []);
  const [airport] = airports;
  return airports.size === 1 && airport ? airport : null;
}

/** Where a note of this airport is shown: on its first page; null if no page is of it alone. */
export function placeOfAirport(airport: string, pages: readonly ChartPage[]): number | null {
  return pages.find((page) => airportForNote(page) === airport)?.page ?? null;
}

/**
 * The charts of an airport with this index number or title. `name`: both, as they are printed.
 *
 * @param named '11-1', 'ILS RWY 08R', or one after the other
 */
export function placesOfNamed(
  airport: string,
  named: string,
  pages: readonly ChartPage[],
): { page: number; name: string }[] {
  return pages.flatMap((page) =>
    chartsOnPage(page).flatMap((chart) => {
      if (chart.airport?.value !== airport) return [];
      const words = [indexNumber(chart), chart.title?.value].filter((one) => one !== undefined);
      const names = [...words, words.join(' ')].map(plain);
      return names.includes(plain(named)) ? [{ page: page.page, name: words.join(' ') }] : [];
    }),
  );
}

function factsOf(page: ChartPage): NoteChart | null {
  const { publisher, airport, kind, title } = page;
  const number = indexNumber(page) ?? null;
  if (airport === null || kind === null || (number === null && title === null)) return null;
  return { publisher, airport: airport.value, kind: kind.value, number, title: title?.value ?? null };
}

function isOfKind(one: NoteChart, other: NoteChart): boolean {
  return one.publisher === other.publisher && one.airport === other.airport && one.kind === other.kind;
}

function isEqual(one: NoteChart, other: NoteChart): boolean {
  return plain(one.title) === plain(other.title) && plain(one.number) === plain(other.number);
}

function isNamed(one: NoteChart, other: NoteChart): boolean {
  return one.title !== null && plain(one.title) === plain(other.title);
}

function isNumbered(one: NoteChart, other: NoteChart): boolean {
  return one.number !== null && plain(one.number) === plain(other.number);
}

/** Words as they are compared: without differences in spaces and case. */
export function plain<T extends string | null>(words: T): T {
  return (words?.normalize('NFKC').replace(/\s+/g, ' ').trim().toLowerCase() ?? null) as T;
}
