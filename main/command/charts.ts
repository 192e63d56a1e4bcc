import { resolve } from 'node:path';
import type { PagePart, PageSize } from '../../preload/contract/reading.ts';
import { type ChartFacts, type ChartPage, shareAirports } from '../charts/rules/chart.ts';
import { chartsOnPage } from '../charts/rules/chart-dates.ts';
import { TripKitError, toFailure } from '../common/errors.ts';
import { documentThreads } from '../documents/document-reader.ts';
import { pdfjsFolder } from '../documents/pdfjs-folder.ts';
import { readingErrors, TextExtractor } from '../reading/text-extractor.ts';
import type { CommandOf } from './arguments.ts';
import { checkReadable } from './inputs.ts';
import type { HeadlessIo } from './io.ts';
import { printable, type Report } from './report.ts';

/** Time limit for one batch of pages, ms. */
const STEP_MS = 60_000;
/** PDF points per CSS px. */
const POINTS = 72 / 96;
/** Pages per answer. */
const BATCH = 16;

/** Lists the chart on each page of a document (profile-and-headless.md, `charts`). @returns the exit code */
export async function listCharts(
  command: CommandOf<'charts'>,
  io: HeadlessIo,
  report: Report,
): Promise<number> {
  const reader = new TextExtractor(documentThreads(pdfjsFolder()), STEP_MS, readingErrors);
  try {
    await checkReadable(command.file);
    const pages: ChartPage[] = [];
    const sizes: PageSize[] = [];
    await reader.extract(
      { file: resolve(command.file), from: 1, shape: true, batch: BATCH },
      {
        shape: (found) => void sizes.push(...found),
        pages: (read) => void pages.push(...read.map(({ chart }) => chart)),
      },
      io.signal,
    );
    for (const page of shareAirports(pages))
      report.result(pageEvent(page, sizes[page.page - 1] ?? [0, 0]), pageLines(page));
    return 0;
  } catch (error) {
    if (io.signal.aborted || !(error instanceof TripKitError)) throw error;
    report.failed(toFailure(error));
    return 1;
  } finally {
    // Not awaited: an ending thread does not keep the process alive.
    void reader.close();
  }
}

const FACTS = [
  'airport',
  'kind',
  'title',
  'number',
  'revised',
  'effective_from',
  'effective_to',
  'stamped_cycle',
  'city',
  'print_valid_to',
  'print_expired',
] as const satisfies (keyof ChartFacts)[];

function pageEvent(page: ChartPage, size: PageSize): Record<string, unknown> {
  const charts = [page, ...page.more].map((chart) => ({
    region: chart.region && inPoints(chart.region, size),
    ...factsOf(chart),
  }));
  return { event: 'page', page: page.page, ...factsOf(page), charts };
}

/** A part of a page of this size, PDF points. */
function inPoints([left, top, width, height]: PagePart, [wide, high]: PageSize): Record<string, number> {
  const points = (share: number, side: number) => Math.round(share * side * POINTS * 100) / 100;
  return {
    x: points(left, wide),
    y: points(top, high),
    width: points(width, wide),
    height: points(height, high),
  };
}

/** A chart's values, and every word that is evidence, once. */
function factsOf(chart: ChartFacts): Record<string, unknown> {
  const values = FACTS.map((fact) => [fact, chart[fact]?.value ?? null]);
  const evidence = [...new Set(FACTS.flatMap((fact) => chart[fact]?.words ?? []))];
  return { ...Object.fromEntries(values), evidence };
}

/** A line for each chart of the page. */
function pageLines(page: ChartPage): string[] {
  if (page.text === 'none') return [`${page.page}: no text`];
  if (page.text === 'refused')
    return [`${page.page}: more text than a page can have; nothing is read from it`];
  return chartsOnPage(page).map(chartLine);
}

function chartLine(page: ChartPage): string {
  const { airport, kind, title, number, revised, effective_from, effective_to } = page;
  const words = [airport, kind, title, number].flatMap((fact) => (fact ? [fact.value] : []));
  const dates = [
    revised && `revised ${revised.value}`,
    effective_from && `effective ${effective_from.value}`,
    effective_to && `to ${effective_to.value}`,
  ].filter((date) => date !== null);
  const shown = words.length > 0 ? words.join(' · ') : 'not known';
  // The words come from the document.
  return printable(`${page.page}: ${shown}; ${dates.length > 0 ? dates.join(', ') : 'no date found'}`);
}
