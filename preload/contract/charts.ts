/** The charts of a document: what each page says about itself, with the words that say it. */
import { z } from 'zod';
import { chartKinds } from '../../main/charts/rules/chart-kinds.ts';
import {
  MAX_CHART_AIRPORT,
  MAX_CHART_NUMBER,
  MAX_CHART_TITLE,
  MAX_CHART_WORD,
  MAX_CHART_WORDS,
  MAX_CHARTS_OF_PAGE,
  MAX_PAGES,
  MAX_PUBLISHER,
} from '../../main/documents/rules/limits.ts';
import { call } from './call.ts';
import { kitId } from './common.ts';
import { pagePart } from './reading.ts';

/** Words as printed on the page or in the outline. */
const words = z.array(z.string().max(MAX_CHART_WORD)).max(MAX_CHART_WORDS).readonly();

function found<T extends z.ZodType>(value: T) {
  return z.strictObject({ value, words }).nullable();
}

/** A calendar day as printed, `YYYY-MM-DD`. */
const day = z.iso.date();

/** What a chart says about itself; null means "not found". Never a guess. */
const facts = {
  /** Where the chart is on its page; null: all of it. */
  region: pagePart.nullable(),
  /** ICAO location indicator of the one airport that the chart is about. */
  airport: found(z.string().max(MAX_CHART_AIRPORT)),
  /** The city that a Jeppesen heading names: `OSLO, NORWAY`. */
  city: found(z.string().max(MAX_CHART_TITLE)),
  kind: found(z.enum(chartKinds)),
  title: found(z.string().max(MAX_CHART_TITLE)),
  /** The publisher's own index number, as it is printed. */
  number: found(z.string().max(MAX_CHART_NUMBER)),
  /** The date of the procedure's amendment, else of the chart's edition. */
  revised: found(day),
  effective_from: found(day),
  /** The day of the changeover, or the last day that the page names itself; on a cover that of the whole document. */
  effective_to: found(day),
  /** The AIRAC cycle, `YYNN`, that the page is stamped with: of the data that the document was made from, not of the chart's amendment. */
  stamped_cycle: found(z.string().regex(/^[0-9]{4}$/)),
  /** The day from which the data that the page was printed from may no longer be valid; it says nothing about this chart. */
  print_valid_to: found(day),
  /** Set if the page says that it was printed from data that had expired. */
  print_expired: found(z.literal(true)),
};

/** One page: whether it can be read, and its chart. A sheet with several charts has the first one here. */
export const chartPage = z.strictObject({
  /** From 1. */
  page: z.int().min(1).max(MAX_PAGES),
  /** Whether the page has text: `refused` if there is more text, or other text, than a real page can have. */
  text: z.enum(['read', 'none', 'refused']),
  /** Whose conventions the page follows; null where none was recognised. */
  publisher: z.string().max(MAX_PUBLISHER).nullable(),
  ...facts,
  /** The other charts of the page, in reading order. */
  more: z
    .array(z.strictObject(facts))
    .max(MAX_CHARTS_OF_PAGE - 1)
    .readonly(),
});

export type ChartPage = z.infer<typeof chartPage>;

/** The charts of a kit's document, page by page in their order. */
export const kitCharts = z.object({
  /** Of the document that the charts were read from. */
  sha256: z.string(),
  /** `waiting`: queued; `failed`: the charts of this document can't be read, so it has none. */
  state: z.enum(['waiting', 'ready', 'failed']),
  /** The pages read so far. */
  pages: z.array(chartPage).max(MAX_PAGES),
});

export type KitCharts = z.infer<typeof kitCharts>;

/** How many charts a kit has, and how many of them have dates that a person must check. */
export const chartCounts = z.object({
  /** Airport, parking, SID, STAR, approach, departure, arrival, minimums, hot spots; a chart of several pages counts once. */
  charts: z.number().int(),
  /** Take effect only after the departure of the kit's flight. */
  later: z.number().int(),
  /** No longer effective at the departure. */
  expired: z.number().int(),
  /** Charts without a date, except minimums and hot spots, which need none. */
  undated: z.number().int(),
  /** Pages without text. */
  without_text: z.number().int(),
  /** What the document prints about itself (main/charts/rules/stamped-cycle.ts). */
  stamp: z.object({ cycle: z.string().nullable(), valid_to: day.nullable(), expired: z.boolean() }),
});

export type ChartCounts = z.infer<typeof chartCounts>;

export const chartCalls = {
  /** Which chart each page is, and its dates. */
  charts: call([kitId], kitCharts),
} as const;
