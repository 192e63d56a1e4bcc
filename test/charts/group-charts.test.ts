import { describe, expect, it } from 'vitest';
import {
  type ChartKind,
  type ChartPage,
  nothingFound,
  shareAirports,
} from '../../main/charts/rules/chart.ts';
import { groupCharts } from '../../main/charts/rules/chart-dates.ts';

let number = 0;
function page(title: string | null, kind: ChartKind = 'sid', more: Partial<ChartPage> = {}): ChartPage {
  number += 1;
  const fact = <T>(value: T) => ({ value, words: [] });
  return {
    page: number,
    text: 'read',
    publisher: 'faa',
    ...nothingFound,
    more: [],
    kind: title === null ? null : fact(kind),
    title: title === null ? null : fact(title),
    airport: fact('KXXX'),
    ...more,
  };
}

const sizes = (pages: ChartPage[]) => groupCharts(pages).map((chart) => chart.pages.length);

describe('charts of several pages', () => {
  it('are one chart', () => {
    expect(
      sizes([page('LOGAN SEVEN DEPARTURE'), page('LOGAN SEVEN DEPARTURE'), page('OTHER ONE DEPARTURE')]),
    ).toEqual([2, 1]);
    expect(sizes([page('LOGAN SEVEN DEPARTURE'), page('LOGAN SEVEN DEPARTURE, CONT.1')])).toEqual([2]);
    expect(sizes([page('HOT SPOTS'), page('HOT SPOTS (CONTINUED)')])).toEqual([2]);
  });

  it('are not, where another chart is between them, or the airport is another', () => {
    expect(sizes([page('A ONE DEPARTURE'), page('B ONE DEPARTURE'), page('A ONE DEPARTURE')])).toEqual([
      1, 1, 1,
    ]);
    const other = { airport: { value: 'KYYY', words: [] } };
    expect(sizes([page('AIRPORT DIAGRAM', 'airport'), page('AIRPORT DIAGRAM', 'airport', other)])).toEqual([
      1, 1,
    ]);
  });

  it('have index numbers that differ in their last digit alone', () => {
    const numbered = (value: string) =>
      page('.STAR.', 'star', { publisher: 'jeppesen', number: { value, words: [] } });
    expect(sizes([numbered('10-2A'), numbered('10-2A1'), numbered('10-2B')])).toEqual([2, 1]);
  });

  it('are never made of pages that are not known', () => {
    expect(sizes([page(null), page(null)])).toEqual([1, 1]);
  });
});

describe('the airport of an FAA chart that names only a city', () => {
  const numbered = (value: string, airport: string | null) =>
    page('ANY', 'star', {
      number: { value, words: [`${value} (FAA)`] },
      airport: airport === null ? null : { value: airport, words: [`(${airport.slice(1)})`] },
    });
  const airports = (pages: ChartPage[]) => shareAirports(pages).map(({ airport }) => airport?.value ?? null);

  it('is that of the charts of the same number', () => {
    const pages = [numbered('ST-375', null), numbered('AL-375', 'KSFO'), numbered('ST-58', null)];
    expect(airports(pages)).toEqual(['KSFO', 'KSFO', null]);
    expect(shareAirports(pages)[0]?.airport?.words).toEqual(['ST-375 (FAA)', '(SFO)']);
  });

  it('is not found where they contradict each other', () => {
    const pages = [numbered('ST-375', null), numbered('AL-375', 'KSFO'), numbered('AL-375', 'KOAK')];
    expect(airports(pages)).toEqual([null, 'KSFO', 'KOAK']);
  });
});
