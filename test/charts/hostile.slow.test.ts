/** Text layers that were made to deceive, or to exhaust. */
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import type { TextRun } from '../../main/charts/rules/page-text.ts';
import { chartReader } from '../../main/charts/rules/read-charts.ts';
import { anyLetter } from '../any-letter.ts';
import { at, layouts, pageOf, read, values } from './page.ts';

const nothing = Object.fromEntries(
  ['airport', 'kind', 'title', 'number', 'revised', 'effective_from', 'effective_to'].map((key) => [
    key,
    null,
  ]),
);
const reader = chartReader({ outline: [] });

/** Runs `act` and hands on each text that a regular expression is given meanwhile. */
function watch(act: () => void, look: (text: string) => void): void {
  const { exec } = RegExp.prototype;
  // All methods of text and patterns that match call this one.
  const spy = vi.spyOn(RegExp.prototype, 'exec').mockImplementation(function (this: RegExp, text) {
    look(text);
    return exec.call(this, text);
  });
  try {
    act();
  } finally {
    spy.mockRestore();
  }
}

/** How many letters are given to regular expressions, one by one or again. */
function looks(act: () => void): number {
  let sum = 0;
  watch(act, (text) => {
    sum += text.length;
  });
  return sum;
}

/** The length of the longest text that a regular expression is given. */
function lookedAt(act: () => void): number {
  let longest = 0;
  watch(act, (text) => {
    longest = Math.max(longest, text.length);
  });
  return longest;
}

describe('hostile text layers', () => {
  it('says of a page without text that it has none', () => {
    for (const runs of [[], [at(0.1, 0.1, '   ')]]) {
      const page = read(runs);
      expect(page.text).toBe('none');
      expect(values(page)).toEqual(nothing);
    }
  });

  it('reads nothing from more text than a page can have', () => {
    const runs = Array.from({ length: 20_001 }, () => at(0.5, 0.5, 'x'));
    for (const page of [
      reader(1, pageOf([...layouts.faa(), ...runs])),
      reader(1, pageOf(layouts.faa(), { complete: false })),
    ]) {
      expect(page.text).toBe('refused');
      expect(values(page)).toEqual(nothing);
    }
  });

  it.each([0, -5, Number.NaN, Number.POSITIVE_INFINITY, 1e9, 10])(
    'reads nothing from a page %s points wide',
    (width) => {
      expect(reader(1, pageOf(layouts.faa(), { width })).text).toBe('refused');
    },
  );

  it('leaves text out that nobody could see', () => {
    const hidden = (run: Partial<TextRun>) =>
      read(layouts.faa().map((one) => (one.text.startsWith('EC-2') ? { ...one, ...run } : one)))
        .effective_from;
    expect(hidden({})).not.toBeNull();
    for (const run of [
      { size: 0.01 },
      { size: 5000 },
      { size: Number.NaN },
      { x: -500 },
      { y: 1e12 },
      { x: Number.NaN },
      { angle: Number.NaN },
      { angle: 45 },
    ])
      expect(hidden(run)).toBeNull();
  });

  it.each(['\u202e', '\u200f', '\u2067', '\u200b', '\u00ad', '\u0000', '\ue000'])(
    'finds no date with %j in it',
    (sign) => {
      for (const at of [6, 8, 12, 20]) {
        const runs = layouts.faa().map((run) => {
          if (!run.text.startsWith('EC-2')) return run;
          return { ...run, text: run.text.slice(0, at) + sign + run.text.slice(at) };
        });
        expect(values(read(runs))).toMatchObject({ effective_from: null, effective_to: null });
      }
    },
  );

  it('finds no date in digits of other scripts', () => {
    const digits = (text: string) =>
      text.replace(/[0-9]/g, (digit) => String.fromCodePoint(0x660 + Number(digit)));
    for (const layout of Object.values(layouts)) {
      const page = read(layout().map((run) => ({ ...run, text: digits(run.text) })));
      expect(values(page)).toMatchObject({ revised: null, effective_from: null, effective_to: null });
    }
  });

  const place = 'SAN FRANCISCO, CALIFORNIA';
  it.each([
    ['everywhere', (n: number) => at((n % 97) / 97, (n % 89) / 89, '13 OCT 2016 (((((AMDT')],
    ['in one line', (n: number) => at(n / 20_000, 0.03, 'NOTAM BRIEFING 1234567890 ')],
    ['in one place', () => at(0.1, 0.03, 'AIRAC AMDT AIRAC 2612 EFF EFF')],
    ['of days of a year', (n: number) => at((n % 97) / 97, 0.03, String(10_000 + n))],
    [
      'of labelled days',
      (n: number) => at((n % 9) / 9, 0.9 + n / 200_000, n % 2 === 0 ? 'WEF 13 OCT 2016' : 'AIP CHANGES'),
    ],
    [
      'of lone days',
      (n: number) =>
        at((n % 9) / 9, 0.9 + n / 200_000, ['13 OCT 2016', 'AIRAC AMDT 11/2016', 'DATE'][n % 3] ?? ''),
    ],
    [
      'of lone days of Lido',
      (n: number) => at((n % 9) / 9, n / 200_000, ['13 OCT 2016', 'NST-EDXX', 'IAC'][n % 3] ?? ''),
    ],
    [
      'of one city',
      (n: number) => at((n % 97) / 97, 0.03 + n / 20_000, n % 2 === 0 ? place : 'AL-375 (FAA)'),
    ],
    ['of indicators', (n: number) => at((n % 97) / 97, 0.03, n % 2 === 0 ? 'KDEN/DEN' : '11-1')],
    [
      'that all but is a page number',
      (n: number) => at((n % 97) / 97, 0.03, `AD 2 EGLL${'-1'.repeat(n % 40)}-`),
    ],
  ])('looks at each letter of a crowded page some hundred times at most: text %s', (_where, run) => {
    const count = (runs: number) => {
      const all = Array.from({ length: runs }, (_, n) => run(n));
      const letters = all.reduce((sum, { text }) => sum + text.length, 0);
      return looks(() => reader(1, pageOf(all))) / letters;
    };
    const [small, large] = [count(1000), count(10_000)];
    expect(large).toBeLessThan(400);
    // What grows with the square of the page would be looked at ten times as often.
    expect(large).toBeLessThan(4 * small + 20);
  });

  it('hands no text to a pattern that is longer than a paragraph', () => {
    const longest = Math.max(
      ...['13 OCT 2016 ', 'EFF ', '9', '(', 'AD 2-', ' ', 'A. ', 'AIRAC 2612 '].map((word) =>
        lookedAt(() => read([at(0.1, 0.05, word.repeat(300_000 / word.length)), ...layouts.aip()])),
      ),
    );
    // Text is cut before it is looked at, but for the three patterns that make it plain.
    expect(longest).toBeLessThan(2500);
  });

  it('takes any runs', () => {
    const run = fc.record({
      text: fc.string({ unit: anyLetter }),
      x: fc.double(),
      y: fc.double(),
      width: fc.double(),
      size: fc.double(),
      angle: fc.double(),
    });
    fc.assert(
      fc.property(fc.array(run, { maxLength: 30 }), (runs) => {
        const page = read(runs);
        expect(page).toMatchObject({ revised: null, effective_from: null, effective_to: null });
      }),
    );
  });
});

describe('noise on a page', () => {
  const day = fc.date({ min: new Date('1990-01-01'), max: new Date('2040-01-01'), noInvalidDate: true });
  const MONTHS = 'JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC'.split(' ');
  const pad = (n: number) => String(n).padStart(2, '0');
  /** A date in one of the ways in which bodies of pages write them. */
  const forms = fc.tuple(day, fc.nat(6)).map(([date, form]) => {
    const [y, m, d] = [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()];
    const yy = pad(y % 100);
    const month = MONTHS[m];
    const words = [
      `${pad(d)} ${month} ${y}`,
      `${pad(d)}${month}${yy}`,
      `${d}/${m + 1}/${yy}`,
      `B) ${yy}${pad(m + 1)}${pad(d)}0600 C) ${yy}${pad(m + 1)}${pad(d)}1800`,
      `${yy}${pad(d)}1`,
      `WEF ${pad(d)} ${month} ${y}`,
      `AIRAC AMDT ${m + 1}/${y} EFFECTIVE ${pad(d)} ${month} ${y}`,
    ][form] as string;
    return { words, isLabelled: form > 4 };
  });
  const written = forms.map(({ words }) => words);
  const unlabelled = forms.filter(({ isLabelled }) => !isLabelled).map(({ words }) => words);
  const noise = (low: number, high: number, words = written) =>
    fc.array(
      fc
        .tuple(
          words,
          fc.double({ min: 0.02, max: 0.9, noNaN: true }),
          fc.double({ min: low, max: high, noNaN: true }),
        )
        .map(([text, x, y]) => at(x, y, text)),
      { maxLength: 8 },
    );
  const dates = (runs: TextRun[]) => {
    const { revised, effective_from, effective_to } = read(runs);
    return [revised?.value, effective_from?.value, effective_to?.value];
  };

  for (const [name, layout] of Object.entries(layouts)) {
    it(`changes no date of a chart by what stands in its body (${name})`, () => {
      fc.assert(
        fc.property(noise(0.2, 0.8), (more) => {
          const known = dates(layout());
          for (const [index, date] of dates([...layout(), ...more]).entries())
            expect([known[index], undefined]).toContain(date);
        }),
      );
    });

    it(`is undecided at most where dates without a label are anywhere on it (${name})`, () => {
      fc.assert(
        fc.property(noise(0, 1, unlabelled), (more) => {
          const known = dates(layout());
          for (const [index, date] of dates([...layout(), ...more]).entries())
            expect([known[index], undefined]).toContain(date);
        }),
      );
    });
  }

  it('is undecided where the frame of an FAA chart has a second amendment', () => {
    fc.assert(
      fc.property(day, (date) => {
        const text = `Amdt 4 ${pad(date.getUTCDate())}${MONTHS[date.getUTCMonth()]}${pad(date.getUTCFullYear() % 100)}`;
        const { revised } = read([...layouts.faa(), at(0.03, 0.99, text)]);
        expect([undefined, '2014-06-13']).toContain(revised?.value);
      }),
    );
  });
});
