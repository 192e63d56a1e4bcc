/** Pages for the tests of main/charts/rules, laid out by hand. */
import type { ChartPage } from '../../main/charts/rules/chart.ts';
import type { DocumentInfo, OutlineLine, PageText, TextRun } from '../../main/charts/rules/page-text.ts';
import { chartReader } from '../../main/charts/rules/read-charts.ts';

/** A4, PDF points. */
export const width = 595;
export const height = 842;

/** Advance widths of Helvetica from space to tilde, thousandths of its size (Adobe's metrics of the 14 standard fonts). */
const HELVETICA = [
  278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556,
  556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667, 611, 778, 722, 278,
  500, 667, 556, 833, 722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469,
  556, 333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556, 556, 556, 333, 500,
  278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
];

/** How wide a text is, in Helvetica of that size, PDF points. */
export function widthOf(text: string, size: number): number {
  let sum = 0;
  for (const sign of text) sum += HELVETICA[(sign.codePointAt(0) ?? 0) - 32] ?? 556;
  return (sum * size) / 1000;
}

/** A run that stands upright. @param x, y shares of the page */
export function at(x: number, y: number, text: string, size = 8): TextRun {
  return { text, x: x * width, y: y * height, width: widthOf(text, size), size, angle: 0 };
}

/** A run in the left margin, which is read from below. */
export function margin(text: string, size = 7): TextRun {
  return { text, x: 12, y: height * 0.7, width: widthOf(text, size), size, angle: -90 };
}

export function pageOf(runs: TextRun[], rest: Partial<PageText> = {}): PageText {
  return { width, height, runs, complete: true, ...rest };
}

/** The page turned by 90° clockwise: text that was upright is read from above. */
export function turned({ width, height, runs, complete }: PageText): PageText {
  return {
    width: height,
    height: width,
    complete,
    runs: runs.map((run) => ({ ...run, x: height - run.y, y: run.x, angle: run.angle + 90 })),
  };
}

/** What is read from a page of these runs. */
export function read(runs: TextRun[], outline: OutlineLine[] = [], info?: DocumentInfo): ChartPage {
  return chartReader(info ? { outline, info } : { outline })(1, pageOf(runs));
}

/** The values without the words. */
export function values(page: ChartPage) {
  const { airport, kind, title, number, revised, effective_from, effective_to } = page;
  const facts = { airport, kind, title, number, revised, effective_from, effective_to };
  return Object.fromEntries(Object.entries(facts).map(([name, fact]) => [name, fact?.value ?? null]));
}

/** Pages as the publishers lay them out. Words are made up, but for the forms that the publishers document. */
export const layouts = {
  faa: () => [
    at(0.03, 0.06, 'SPRINGFIELD, OHIO'),
    at(0.45, 0.06, 'AL-999 (FAA)'),
    at(0.6, 0.085, 'ILS or LOC RWY 24R', 10),
    at(0.6, 0.11, 'SPRINGFIELD INTL'),
    at(0.9, 0.11, '(SGF)'),
    at(0.9, 0.06, '14093'),
    at(0.03, 0.965, 'Amdt 3 13JUN14'),
    at(0.03, 0.95, 'SPRINGFIELD, OHIO'),
    margin('EC-2, 24 JUL 2014 to 21 AUG 2014'),
    at(0.4, 0.5, '2100'),
  ],
  jeppesen: () => [
    at(0.05, 0.04, 'EDXX/XXX', 10),
    at(0.05, 0.055, 'NEUSTADT'),
    at(0.4, 0.04, 'JEPPESEN'),
    at(0.4, 0.06, '27 DEC 19'),
    at(0.55, 0.06, '(10-2A)'),
    at(0.63, 0.06, '.Eff.2.Jan.'),
    at(0.8, 0.04, '.STAR.', 10),
    margin('Notice: After 30 Jan 2020, 0000Z, this chart may no longer be valid'),
  ],
  lido: () => [
    at(0.05, 0.03, 'NST-EDXX', 10),
    at(0.3, 0.03, '7-10'),
    at(0.45, 0.03, 'IAC'),
    at(0.52, 0.03, 'ILS 27L'),
    at(0.75, 0.03, 'Effective 05-NOV-2020'),
    at(0.75, 0.05, '29-OCT-2020'),
    at(0.4, 0.98, '© Lido 2020'),
  ],
  aip: () => [
    at(0.05, 0.03, 'AIP NEVERLAND'),
    at(0.7, 0.03, 'AD 2.EZZZ-8-1'),
    at(0.7, 0.05, '13 Oct 2016'),
    at(0.2, 0.08, 'INSTRUMENT APPROACH CHART - ICAO', 10),
    at(0.05, 0.97, 'CIVIL AVIATION AUTHORITY'),
    at(0.7, 0.97, 'AIRAC AMDT 11/2016'),
    at(0.7, 0.985, 'AERO INFO DATE 01 AUG 16'),
  ],
} as const;
