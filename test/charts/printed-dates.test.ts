/** Any day, printed as publishers print it, is read back; where it could be another one, it is not found. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TextRun } from '../../main/charts/rules/page-text.ts';
import { at, margin, read } from './page.ts';

// The oracle goes through the calendar day by day; what is tested computes with days of 1970.
interface Day {
  y: number;
  m: number;
  d: number;
  /** Of its year, from 1. */
  ordinal: number;
  /** From Sunday. */
  weekday: number;
  /** Days since the first one. */
  index: number;
}

const LENGTHS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const isLeap = (y: number) => (y % 4 === 0 && y % 100 !== 0) || y % 400 === 0;

/** All days from 1 January 2000, a Saturday, to the end of 2039. */
const DAYS: Day[] = [];
for (let y = 2000; y < 2040; y += 1) {
  let ordinal = 0;
  for (const [month, length] of LENGTHS.entries())
    for (let d = 1; d <= length + (month === 1 && isLeap(y) ? 1 : 0); d += 1) {
      ordinal += 1;
      DAYS.push({ y, m: month + 1, d, ordinal, weekday: (6 + DAYS.length) % 7, index: DAYS.length });
    }
}
/** 27 January 2000 began cycle 0001. */
const FIRST_CYCLE = 26;
/** The days on which cycles begin, with the number of the cycle in its year. */
const CYCLES: { day: Day; number: number }[] = [];
for (let index = FIRST_CYCLE; index < DAYS.length; index += 28) {
  const day = DAYS[index] as Day;
  const last = CYCLES.at(-1);
  CYCLES.push({ day, number: last && last.day.y === day.y ? last.number + 1 : 1 });
}

const NAMES = 'JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC'.split(' ');
const pad = (n: number, length = 2) => String(n).padStart(length, '0');
const iso = ({ y, m, d }: Day) => `${y}-${pad(m)}-${pad(d)}`;
const name = ({ m }: Day) => NAMES[m - 1] as string;
const yy = ({ y }: Day) => pad(y % 100);
const capital = (word: string) => word[0] + word.slice(1).toLowerCase();

/** Ways to print a day in which it can't be another one. */
const FORMS: readonly ((day: Day) => string)[] = [
  (day) => `${pad(day.d)} ${name(day)} ${day.y}`,
  (day) => `${day.d} ${capital(name(day))} ${day.y}`,
  (day) => `${pad(day.d)}-${name(day)}-${yy(day)}`,
  (day) => `${pad(day.d)} ${name(day)} ${yy(day)}`,
  (day) => `${pad(day.d)}${name(day)}${yy(day)}`,
  (day) => iso(day),
];

const anyDay = fc.integer({ min: 100, max: DAYS.length - 200 }).map((index) => DAYS[index] as Day);
const anyCycle = fc.integer({ min: 2, max: CYCLES.length - 4 }).map((index) => index);
const anyForm = fc.constantFrom(...FORMS);
const later = (day: Day, days: number) => DAYS[day.index + days] as Day;

function dates(runs: TextRun[]) {
  const { revised, effective_from, effective_to } = read(runs);
  return { revised: revised?.value, from: effective_from?.value, to: effective_to?.value };
}

const aip = (...cells: [x: number, y: number, text: string][]) => [
  at(0.05, 0.03, 'AIP NEVERLAND'),
  at(0.7, 0.03, 'AD 2.EZZZ-8-1'),
  at(0.2, 0.08, 'INSTRUMENT APPROACH CHART - ICAO', 10),
  at(0.4, 0.5, '2100'),
  ...cells.map(([x, y, text]) => at(x, y, text)),
];

describe('days as they are printed', () => {
  it('by the FAA: the cycle of 28 or 56 days, the amendment', () => {
    fc.assert(
      fc.property(
        anyCycle,
        fc.constantFrom(1, 2),
        fc.integer({ min: 0, max: 3000 }),
        (index, cycles, before) => {
          const from = CYCLES[index]?.day as Day;
          const to = CYCLES[index + cycles]?.day as Day;
          const amended = DAYS[Math.max(0, from.index - before)] as Day;
          const runs = (amendment: string) => [
            at(0.45, 0.06, 'AL-999 (FAA)'),
            at(0.6, 0.085, 'VOR RWY 24R', 10),
            at(0.03, 0.965, amendment),
            margin(`EC-2, ${pad(from.d)} ${name(from)} ${from.y} to ${pad(to.d)} ${name(to)} ${to.y}`),
            at(0.4, 0.5, '2100'),
          ];
          const expected = { revised: iso(amended), from: iso(from), to: iso(to) };
          expect(dates(runs(`Amdt 3 ${pad(amended.d)}${name(amended)}${yy(amended)}`))).toEqual(expected);
          expect(dates(runs(`Orig-B ${yy(amended)}${pad(amended.ordinal, 3)}`))).toEqual(expected);
        },
      ),
    );
  });

  it('by the FAA: no cycle of any other two days', () => {
    fc.assert(
      fc.property(anyDay, fc.integer({ min: -100, max: 100 }), (from, days) => {
        const to = later(from, days);
        const isCycle = (from.index - FIRST_CYCLE) % 28 === 0 && (days === 28 || days === 56);
        fc.pre(!isCycle);
        const words = `EC-2, ${pad(from.d)} ${name(from)} ${from.y} to ${pad(to.d)} ${name(to)} ${to.y}`;
        const { from: first, to: last } = dates([
          at(0.45, 0.06, 'AL-999 (FAA)'),
          margin(words),
          at(0.4, 0.5, '2100'),
        ]);
        expect([first, last]).toEqual([undefined, undefined]);
      }),
    );
  });

  it('by Jeppesen: the year of the effective day is that in which it follows the chart’s date', () => {
    fc.assert(
      fc.property(anyDay, fc.integer({ min: 0, max: 150 }), (day, ahead) => {
        const effective = later(day, ahead);
        const found = dates([
          at(0.05, 0.04, 'EDXX/XXX', 10),
          at(0.4, 0.04, 'JEPPESEN'),
          at(0.4, 0.06, `${day.d} ${name(day)} ${yy(day)}`),
          at(0.55, 0.06, '(11-1)'),
          at(0.63, 0.06, `Eff ${effective.d} ${capital(name(effective))}`),
          at(0.4, 0.5, '2100'),
        ]);
        expect(found).toEqual({
          revised: iso(day),
          from: ahead <= 63 ? iso(effective) : undefined,
          to: undefined,
        });
      }),
    );
  });

  it('by Lido: what is called effective, and the other', () => {
    fc.assert(
      fc.property(
        anyDay,
        fc.integer({ min: 0, max: 80 }),
        fc.constantFrom('Eff', 'EFF', 'Effective', 'Eff:'),
        anyForm,
        (day, ahead, label, form) => {
          const effective = later(day, ahead);
          const found = dates([
            at(0.05, 0.03, 'NST-EDXX', 10),
            at(0.3, 0.03, '7-10'),
            at(0.45, 0.03, 'IAC'),
            at(0.6, 0.03, `${label} ${form(effective)}`),
            at(0.6, 0.05, form(day)),
            at(0.4, 0.98, '© Lido'),
            at(0.4, 0.5, '2100'),
          ]);
          expect(found).toEqual({ revised: iso(day), from: iso(effective), to: undefined });
        },
      ),
    );
  });

  it('by national publications: the day that the words call effective, in any clear form', () => {
    fc.assert(
      fc.property(
        anyDay,
        anyForm,
        fc.constantFrom(
          'WEF',
          'EFF',
          'EFFECTIVE',
          'Effective:',
          'EN VIGUEUR LE',
          'gültig ab',
          'VALID FROM',
          'WITH EFFECT FROM WEF',
        ),
        (day, form, label) => {
          expect(dates(aip([0.7, 0.05, `${label} ${form(day)}`])).from).toBe(iso(day));
        },
      ),
    );
  });

  it('by national publications: the amendment’s, if both are of one cycle', () => {
    fc.assert(
      fc.property(
        anyCycle,
        anyForm,
        fc.constantFrom(-1, 0, 1),
        fc.integer({ min: -3, max: 3 }),
        (index, form, other, shift) => {
          const { day, number } = CYCLES[index] as (typeof CYCLES)[number];
          const shown = later(day, shift);
          const found = dates(
            aip([0.7, 0.05, form(shown)], [0.7, 0.97, `AIRAC AMDT ${pad(number + other)}/${day.y}`]),
          );
          expect(found.from).toBe(other === 0 && shift === 0 ? iso(day) : undefined);
        },
      ),
    );
  });

  it('in numbers: only where one order alone can be meant', () => {
    fc.assert(
      fc.property(
        anyDay,
        fc.boolean(),
        fc.constantFrom('/', '.'),
        fc.boolean(),
        (day, isEuropean, separator, isShort) => {
          const [first, second] = isEuropean ? [day.d, day.m] : [day.m, day.d];
          const text = [first, second, isShort ? yy(day) : day.y].join(separator);
          const isClear = day.d > 12 || day.d === day.m;
          expect(dates(aip([0.7, 0.05, `WEF ${text}`])).from).toBe(isClear ? iso(day) : undefined);
        },
      ),
    );
  });

  it('in China: the day of publication, and the minute in UTC', () => {
    fc.assert(
      fc.property(anyDay, fc.nat(80), fc.nat(23), fc.nat(59), (day, ahead, hour, minute) => {
        const effective = later(day, ahead);
        const digits = `${yy(effective)}${pad(effective.m)}${pad(effective.d)}${pad(hour)}${pad(minute)}`;
        const found = dates([
          at(0.1, 0.03, 'ZXXX AD2.24-10A'),
          at(0.4, 0.03, iso(day)),
          at(0.7, 0.03, `EFF${digits}`),
          at(0.4, 0.5, '2100'),
        ]);
        expect(found).toEqual({ revised: iso(day), from: iso(effective), to: undefined });
      }),
    );
  });

  it('on flight plans: when they were printed', () => {
    fc.assert(
      fc.property(
        anyDay,
        anyForm,
        anyDay,
        fc.constantFrom('PRTD', 'PRINTED', 'COMPUTED', 'ISSUED'),
        (day, form, other, label) => {
          const found = dates([
            at(0.05, 0.03, 'OPERATIONAL FLIGHT PLAN'),
            at(0.5, 0.03, `${label} ${form(day)}`),
            at(0.05, 0.06, `STD ${form(other)} 0800Z`),
            at(0.05, 0.3, `${label} ${form(other)}`),
          ]);
          expect(found).toEqual({ revised: iso(day), from: undefined, to: undefined });
        },
      ),
    );
  });

  it('on weather charts: if the weekday is that of the day', () => {
    const WEEKDAYS = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'];
    fc.assert(
      fc.property(anyDay, anyForm, fc.nat(6), (day, form, weekday) => {
        const words = `VALID 0600 UTC ${WEEKDAYS[weekday]} ${form(day)}`;
        const found = dates([at(0.05, 0.03, 'SIGNIFICANT WEATHER'), at(0.5, 0.03, words)]);
        expect(found.from).toBe(weekday === day.weekday ? iso(day) : undefined);
      }),
    );
  });

  it('in notes of the frame are those of something else', () => {
    const notes = fc.constantFrom(
      'CHANGES: NEW PROCEDURE EFF',
      'Change: frequency effective',
      'NOTE: RWY 09/27 CLSD WEF',
      'SUP 12/24 EFFECTIVE FROM',
      'RWY 09R WITHDRAWN, EFFECTIVE',
    );
    fc.assert(
      fc.property(anyDay, anyForm, notes, (day, form, note) => {
        const words = `${note} ${form(day)}`;
        const lido = [at(0.05, 0.03, 'NST-EDXX', 10), at(0.45, 0.03, 'IAC'), at(0.4, 0.98, '© Lido')];
        const plain = [at(0.05, 0.03, 'EZZZ', 15), at(0.05, 0.05, '11-2'), at(0.6, 0.04, 'ILS Rwy 09', 11)];
        for (const runs of [aip(), lido, plain]) {
          const body = at(0.4, 0.5, '2100');
          expect(dates([...runs, body, at(0.05, 0.96, words)]).from).toBeUndefined();
          const [first = '', rest = ''] = words.split(/(?<=:) /);
          expect(dates([...runs, body, at(0.05, 0.96, first), at(0.13, 0.96, rest)]).from).toBeUndefined();
        }
      }),
    );
  });

  it('that a chart was printed on are no revision, whatever the chart', () => {
    fc.assert(
      fc.property(
        anyDay,
        anyForm,
        fc.constantFrom('PRINTED ON', 'Printed', 'Printed:', 'PRTD', 'Downloaded'),
        (day, form, label) => {
          const print = at(0.05, 0.985, `${label} ${form(day)}`);
          for (const runs of [
            aip(),
            [at(0.45, 0.06, 'AL-999 (FAA)'), at(0.6, 0.085, 'VOR RWY 24R', 10), at(0.4, 0.5, '2100')],
            [
              at(0.05, 0.04, 'EDXX/XXX', 10),
              at(0.4, 0.04, 'JEPPESEN'),
              at(0.55, 0.06, '(11-1)'),
              at(0.4, 0.5, '2100'),
            ],
            [
              at(0.05, 0.03, 'NST-EDXX', 10),
              at(0.45, 0.03, 'IAC'),
              at(0.4, 0.98, '© Lido'),
              at(0.4, 0.5, '2100'),
            ],
          ])
            expect(dates([...runs, print])).toEqual({ revised: undefined, from: undefined, to: undefined });
        },
      ),
    );
  });
});
