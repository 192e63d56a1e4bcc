/**
 * Pages as Jeppesen's programs print them, drawn by their known layouts: one chart or two on a sheet, upright or turned. Names, dates
 * and places are made up.
 */
import type { PageText, TextRun } from '../../main/charts/rules/page-text.ts';
import { widthOf } from './page.ts';

/** What the heading of a drawn chart says. */
export interface DrawnChart {
  /** `EZAA/AAA`, `EZAA`, or none, as before 2003. */
  place?: string;
  city?: string;
  number: string;
  date: string;
  /** As it is printed, with dots. */
  effective?: string;
  /** The second line at the right: a procedure, or a label with dots. */
  title?: string;
  /** Names of procedures below the heading. */
  names?: readonly string[];
  notice?: string;
  /** Where date, number and effective day are: in one row; the day above the number; or all in one line at the left, the city at the right. */
  variant?: 'row' | 'narrow' | 'old';
  /** More runs: x and y as shares of the chart, text, size. */
  more?: readonly (readonly [x: number, y: number, text: string, size?: number])[];
}

/** The chart alone, upright. @param side its width and height, PDF points */
export function chartRuns(chart: DrawnChart, [width, height]: readonly [number, number]): TextRun[] {
  const scale = height / 842;
  const run = (x: number, y: number, text: string, size = 8): TextRun => ({
    text,
    x: x * width,
    y: y * height,
    size: size * scale,
    width: widthOf(text, size * scale),
    angle: 0,
  });
  const right = (y: number, text: string, size: number) =>
    run(0.97 - widthOf(text, size * scale) / width, y, text, size);
  const { variant = 'row', names = [], effective = '', place = '', title = '', notice = '' } = chart;
  const rows: Record<typeof variant, TextRun[]> = {
    row: [
      run(0.33, 0.062, chart.date, 7),
      run(0.45, 0.062, chart.number, 10),
      run(0.55, 0.062, effective, 7),
    ],
    narrow: [
      run(0.31, 0.055, chart.date, 7),
      run(0.3, 0.066, effective, 7),
      run(0.45, 0.062, chart.number, 10),
    ],
    old: [run(0.24, 0.05, chart.date, 7), run(0.36, 0.05, chart.number, 10), run(0.46, 0.05, effective, 7)],
  };
  return [
    run(0.03, 0.025, notice, 5),
    run(0.03, 0.05, place, 15),
    run(0.03, 0.063, 'NEUSTADT', 8),
    run(variant === 'old' ? 0.05 : 0.42, 0.05, 'JEPPESEN', 9),
    ...rows[variant],
    right(0.05, chart.city ?? 'NEUSTADT, NEVERLAND', 15),
    right(0.068, title, title.startsWith('.') ? 13 : 15),
    run(0.04, 0.09, 'ATIS', 7),
    run(0.3, 0.09, 'NEUSTADT Tower', 7),
    run(0.7, 0.09, 'Ground 121.9', 7),
    ...names.map((name, index) =>
      run(0.5 - widthOf(name, 15 * scale) / width / 2, 0.115 + index * 0.022, name, 15),
    ),
    ...(chart.more ?? []).map((one) => run(...one)),
    ...Array.from({ length: 40 }, (_, index) =>
      run(0.05 + (index % 5) * 0.18, 0.2 + Math.floor(index / 5) * 0.09, index % 2 ? '2100' : 'D8.0 IFXX', 8),
    ),
    run(0.03, 0.97, 'CHANGES: Procedure renumbered.', 6),
    right(0.97, '| JEPPESEN SANDERSON, INC., 1999, 2006. ALL RIGHTS RESERVED.', 5),
  ].filter(({ text }) => text !== '');
}

/** A page with one chart. */
export function onePage(chart: DrawnChart, side: readonly [number, number] = [595, 842]): PageText {
  return pageOf(side, chartRuns(chart, side));
}

/** A sheet of A4, across, with two charts side by side. */
export function sheet(left: DrawnChart, right: DrawnChart, offset = 438): PageText {
  const side = [388, 575] as const;
  const moved = (runs: TextRun[], x: number) => runs.map((run) => ({ ...run, x: run.x + x, y: run.y + 10 }));
  return pageOf(
    [842, 595],
    [...moved(chartRuns(left, side), 10), ...moved(chartRuns(right, side), 10 + offset)],
  );
}

/** A page with an upright heading, and its chart turned: most of its letters are read from below. */
export function turnedBody(chart: DrawnChart): PageText {
  const page = onePage(chart);
  const body = Array.from(
    { length: 60 },
    (_, index): TextRun => ({
      text: 'D8.0 IFXX 4000',
      x: 40 + (index % 6) * 90,
      y: 800 - Math.floor(index / 6) * 60,
      size: 8,
      width: widthOf('D8.0 IFXX 4000', 8),
      angle: -90,
    }),
  );
  const isHeading = ({ y, angle }: TextRun) =>
    angle !== 0 || y < 0.15 * page.height || y > 0.95 * page.height;
  return { ...page, runs: [...page.runs.filter(isHeading), ...body] };
}

function pageOf([width, height]: readonly [number, number], runs: TextRun[]): PageText {
  return { width, height, runs, complete: true };
}
