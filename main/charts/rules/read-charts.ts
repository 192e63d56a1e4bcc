/** Reads the charts of a document: each page's facts, by the conventions of its publisher. */

import { type Cells, cellsOf, frameOf } from './cells.ts';
import { type ChartFacts, type ChartPage, nothingFound, unknownChart } from './chart.ts';
import { type DocumentInfo, headingsByPage, type OutlineLine, type PageText } from './page-text.ts';
import { aip } from './publishers/aip.ts';
import { briefing } from './publishers/briefing.ts';
import { faa } from './publishers/faa.ts';
import { jeppesen } from './publishers/jeppesen.ts';
import { lido } from './publishers/lido.ts';
import { plain } from './publishers/plain.ts';
import type { PageView, Publisher, SheetPart } from './publishers/publisher.ts';
import { stampedCycle, validityOfCover } from './stamped-cycle.ts';

/**
 * In the order in which they are tried: the first that recognises a page reads it. Briefings come before publications,
 * whose words they quote, and before Lido's, whose flight plans name the same company.
 */
const publishers: readonly Publisher[] = [faa, jeppesen, briefing, lido, aip, plain];

/** A document's facts about its pages, besides their text. */
interface DocumentFrame {
  outline: readonly OutlineLine[];
  info?: DocumentInfo;
}

/** Returns a function that reads the pages of a document one by one. */
export function chartReader({ outline, info }: DocumentFrame): (page: number, text: PageText) => ChartPage {
  const headings = headingsByPage(outline);
  const file = info?.pages === 1 ? info.title : null;
  return (page, text) => readPage(page, text, headings.get(page)?.[0] ?? [], file);
}

function readPage(page: number, text: PageText, heading: readonly string[], file: string | null): ChartPage {
  if (!text.runs.some((run) => run.text.trim() !== '') && text.complete) return unknownChart(page, 'none');
  const cells = cellsOf(text);
  if (cells === null) return unknownChart(page, 'refused');
  for (const publisher of publishers) {
    const [first, ...more] = publisher.partsOf?.(text, cells).map((part) => readPart(part, publisher)) ?? [];
    if (first !== undefined) return { page, text: 'read', publisher: publisher.id, ...first, more };
  }
  return { page, text: 'read', ...readChart(viewOf(cells, heading, file)), more: [] };
}

function readPart({ text, region }: SheetPart, candidate: Publisher): ChartFacts {
  const cells = cellsOf(text);
  if (cells === null) return { ...nothingFound, region };
  const { publisher: _, ...facts } = readChart(viewOf(cells, [], null), [candidate]);
  return { ...facts, region };
}

function viewOf(cells: Cells, heading: readonly string[], file: string | null): PageView {
  return { ...cells, frame: frameOf(cells), heading, file };
}

/** The facts of a page with one chart, by the first publisher that recognises it. */
function readChart(view: PageView, candidates = publishers): ChartFacts & { publisher: string | null } {
  const all = { ...nothingFound, stamped_cycle: stampedCycle(view.frame) };
  for (const { id, read } of candidates) {
    const facts = read(view);
    if (facts !== null) return { publisher: id, ...consistent({ ...all, ...facts }, view) };
  }
  return { publisher: null, ...all };
}

/** A cover has dates of the whole document, and of its first edition; contradictory dates are dropped. */
function consistent(facts: ChartFacts, { all }: PageView): ChartFacts {
  const { revised, effective_from, effective_to, kind } = facts;
  if (kind?.value === 'cover')
    return { ...facts, revised: null, effective_from: null, effective_to: validityOfCover(all) };
  if (effective_to === null) return facts;
  return {
    ...facts,
    revised: revised !== null && revised.value > effective_to.value ? null : revised,
    ...(effective_from !== null && effective_from.value > effective_to.value
      ? { effective_from: null, effective_to: null }
      : {}),
  };
}
