import { describe, expect, it } from 'vitest';
import { type ChartPage, nothingFound } from '../../main/charts/rules/chart.ts';
import { isRestamp } from '../../main/comparison/rules/stamps.ts';

const page: ChartPage = { page: 1, text: 'read', publisher: null, ...nothingFound, more: [] };

function became(old: string, newer: string, label = '', chart: Partial<ChartPage> = {}): boolean {
  const stamped = (text: string) => ({ text, label, page: { ...page, ...chart } });
  return isRestamp(stamped(old), stamped(newer));
}

describe('a text of the frame', () => {
  it.each([
    ['NE-1, 03 APR 2014 to 01 MAY 2014', 'NE-1, 01 MAY 2014 to 29 MAY 2014'],
    ['PAC, 10 NOV 2016 to 05 JAN 2017', 'PAC, 05 JAN 2017 to 02 MAR 2017'],
    ['AIRAC 2611 · effective 29 OCT 2026', 'AIRAC 2612 · effective 26 NOV 2026'],
    ['AIRAC AMDT 11/2016', 'AIRAC AMDT 12/2016'],
    ['AMDT 013/2022', 'AMDT 001/2023'],
    ['EFF2501221600', 'EFF2502191600'],
    ['WEF 03-NOV-22', 'WEF 01-DEC-22'],
    ['13 Oct 2016', '10 Nov 2016'],
    ['Terminal chart data cycle 01-2021', 'Terminal chart data cycle 02-2021'],
    [
      'Notice: After 21 Jan 2021, 0000Z, this chart may no longer be valid',
      'Notice: After 18 Feb 2021, 0000Z, this chart may no longer be valid',
    ],
    ['PRTD 04JUL25 0657.06UTC', 'PRTD 05JUL25 1157.44UTC'],
    ['Printed 22 Nov 2026 15:23Z', 'Printed 23 Nov 2026 04:01Z'],
    ['Page 3 of 20', 'Page 4 of 21'],
    ['Volume 2 of 4', 'Volume 3 of 4'],
  ])('is stamped anew: %s', (old, newer) => {
    expect(became(old, newer)).toBe(true);
  });

  it.each([
    ['a minimum', '320/24', '340/24'],
    ['a number', '1290', '1310'],
    ['the amendment of a procedure', 'Amdt 2B 03APR14', 'Amdt 3 01MAY14'],
    ['an original', 'Orig-C 27JUN13', 'Orig-C 28JUN13'],
    ['a note', 'Procedure NA after 15 MAR 2015', 'Procedure NA after 16 MAR 2015'],
    ['a closure', 'RWY 09L CLSD 04 JUL 2025', 'RWY 09L CLSD 05 JUL 2025'],
    ['a NOTAM', 'A0123/25 VALID FROM 04 JUL 2025', 'A0123/25 VALID FROM 05 JUL 2025'],
    [
      'a sentence',
      'The tower closes on 4 JUL 2025 for works on its lights',
      'The tower closes on 5 JUL 2025 for works on its lights',
    ],
    ['other words', 'AIRAC 2611 North', 'AIRAC 2612 South'],
  ])('is another one: %s', (_name, old, newer) => {
    expect(became(old, newer)).toBe(false);
  });

  it('is another one where it is the chart’s own revision', () => {
    const revised = { value: '2015-08-20', words: ['(HUBRD.BAYVU4) 20AUG15'] };
    expect(became('20AUG15', '17SEP15', '', { revised })).toBe(false);
    const kind = { value: 'flight_plan', words: [] } as const;
    expect(became('20AUG15', '17SEP15', '', { revised, kind })).toBe(true);
  });

  it('is a page’s number where it moves with the page', () => {
    const at = (text: string, number: number) => ({ text, label: '', page: { ...page, page: number } });
    expect(isRestamp(at('12', 12), at('14', 14))).toBe(true);
    expect(isRestamp(at('12', 12), at('14', 13))).toBe(false);
    expect(isRestamp(at('12', 12), at('14', 12))).toBe(false);
    expect(isRestamp(at('3 / 20', 3), at('4 / 21', 4))).toBe(true);
    expect(isRestamp(at('3 / 20', 3), at('3 / 21', 3))).toBe(true);
    expect(isRestamp(at('12/18', 3), at('12/24', 3))).toBe(false);
  });

  it('is a cycle’s number where a label says so', () => {
    expect(became('2611', '2612', 'AIRAC')).toBe(true);
    expect(became('2611', '2612', 'TDZE')).toBe(false);
    expect(became('2611', '2615', 'AIRAC')).toBe(false);
  });

  it('may be added or left out where it is a stamp alone', () => {
    expect(isRestamp(null, { text: 'Printed 22 NOV 2026', label: '', page })).toBe(true);
    expect(isRestamp({ text: 'NOT FOR NAVIGATION', label: '', page }, null)).toBe(false);
  });
});
