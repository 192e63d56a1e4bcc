import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  airacNumber,
  dayOf,
  findDates,
  isAiracDay,
  isWeekday,
  ordinalDay,
  tenDigitDay,
  wholeDate,
} from '../../main/charts/rules/dates.ts';
import { anyLetter } from '../any-letter.ts';

const days = (text: string) => findDates(text).map(({ day }) => day);

describe('dates', () => {
  it.each([
    ['13 OCT 2016', '2016-10-13'],
    ['13 Oct 2016', '2016-10-13'],
    ['29-DEC-2022', '2022-12-29'],
    ['03-NOV-22', '2022-11-03'],
    ['10 AUG 23', '2023-08-10'],
    ['15DEC11', '2011-12-15'],
    ['04JUL25 0657.06UTC', '2025-07-04'],
    ['2024-12-15', '2024-12-15'],
    ['2021-11-1', '2021-11-01'],
    ['October 13, 2016', '2016-10-13'],
    ['21 Jan 2021, 0000Z', '2021-01-21'],
    ['5. MAI 2020', '2020-05-05'],
    ['12 ENE 2023', '2023-01-12'],
    ['13.10.2016', '2016-10-13'],
    ['10/13/2016', '2016-10-13'],
    ['7/7/24', '2024-07-07'],
    ['12 MAR 98', '1998-03-12'],
  ])('reads %s', (text, day) => {
    expect(days(text)).toEqual([day]);
  });

  it.each([
    ['5/9/24', 'the United States and Europe read it differently'],
    ['05.09.2024', 'so they do with dots'],
    ['31 JUN 2014', 'June has 30 days'],
    ['29 FEB 2015', '2015 is no leap year'],
    ['2024-13-01', 'there are twelve months'],
    ['0 JAN 2020', 'months begin at 1'],
    ['12 JAN 2120', 'nobody charts so far ahead'],
  ])('finds no day in %s: %s', (text) => {
    expect(days(text)).toEqual([null]);
  });

  it.each([
    ['13 OCT 20 16', 'a year that fell apart'],
    ['1 3 OCT 2016', 'a day that fell apart'],
    ['A13 OCT 2016', 'part of a word'],
    ['13 OCT 20161', 'part of a number'],
    ['13 ABC 2016', 'no month'],
    ['\u0661\u0663 OCT 2016', 'Arabic digits'],
    ['１３ OCT 2016', 'full-width digits'],
    ['\u05d0 13 OCT 2016', 'text from right to left'],
  ])('takes %s for no date: %s', (text) => {
    expect(days(text)).toEqual([]);
  });

  it('reads the number of a day in its year', () => {
    expect(ordinalDay('14093')).toBe('2014-04-03');
    expect(ordinalDay('16366')).toBe('2016-12-31');
    expect(ordinalDay('15366')).toBeNull();
    expect(ordinalDay('14000')).toBeNull();
    expect(ordinalDay('140930')).toBeNull();
  });

  it('reads ten digits as a NOTAM writes them', () => {
    expect(tenDigitDay('2501221600')).toBe('2025-01-22');
    expect(tenDigitDay('2513221600')).toBeNull();
    expect(tenDigitDay('2501222561')).toBeNull();
  });

  it('takes a whole text for a date only if it is nothing else', () => {
    expect(wholeDate('(15 Dec 11)')?.day).toBe('2011-12-15');
    expect(wholeDate('AERO INFO DATE 01 AUG 16')).toBeNull();
    expect(wholeDate('03 APR 2014 to 01 MAY 2014')).toBeNull();
  });

  it('knows the days of the week', () => {
    expect(isWeekday('2021-07-10', 'SAT')).toBe(true);
    expect(isWeekday('2021-07-10', 'SUN')).toBe(false);
  });

  it('reads back every day of a century, in every form that is clear', () => {
    const names = 'JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC'.split(' ');
    fc.assert(
      fc.property(
        fc.integer({ min: 1950, max: 2040 }),
        fc.nat(11),
        fc.integer({ min: 1, max: 28 }),
        (y, m, d) => {
          const day = dayOf(y, m + 1, d);
          const dd = String(d).padStart(2, '0');
          expect(days(`${dd} ${names[m]} ${y}`)).toEqual([day]);
          expect(days(`${dd}${names[m]}${String(y).slice(2)}`)).toEqual([day]);
          expect(days(`${d}-${names[m]}-${y}`)).toEqual([day]);
          expect(days(day ?? '')).toEqual([day]);
        },
      ),
    );
  });

  it('never tells a day that the words do not have', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyLetter, maxLength: 40 }), (text) => {
        for (const { day, words } of findDates(text)) {
          expect(text).toContain(words);
          if (day !== null) expect(words).toContain(String(Number(day.slice(8))));
        }
      }),
    );
  });
});

describe('AIRAC', () => {
  it('knows the days on which cycles begin, and their numbers', () => {
    for (const [day, number] of [
      ['2014-04-03', '1404'],
      ['2016-10-13', '1611'],
      ['2011-12-15', '1113'],
      ['2022-12-29', '2213'],
      ['2026-11-26', '2612'],
    ] as const) {
      expect(isAiracDay(day)).toBe(true);
      expect(airacNumber(day)).toBe(number);
    }
    expect(isAiracDay('2016-10-14')).toBe(false);
  });
});
