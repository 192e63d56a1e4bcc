/** What the page of a document may answer (jobs/): it may be taken over by its document, and say anything. */
import { z } from 'zod';
import { type ChartPage, chartKinds } from '../charts/rules/chart.ts';
import { type PackedContent, unpackContent } from '../comparison/rules/packed-content.ts';
import { EDGE, LETTER, SHAPE, type Style, TILE_BYTES } from '../comparison/rules/page-content.ts';
import type {
  Answer,
  ContentAnswer,
  DocumentProblem,
  ExtractAnswer,
  Task,
  VerifyAnswer,
} from './jobs/answers.ts';
import {
  MAX_CHART_AIRPORT,
  MAX_CHART_NUMBER,
  MAX_CHART_TITLE,
  MAX_CHART_WORD,
  MAX_CHART_WORDS,
  MAX_CONTENT_EDGES,
  MAX_CONTENT_LETTERS,
  MAX_CONTENT_PICTURES,
  MAX_CONTENT_SHAPES,
  MAX_CONTENT_STYLES,
  MAX_CONTENT_TILES,
  MAX_DATE,
  MAX_LINES_AT_ONCE,
  MAX_OUTLINE_LEVEL,
  MAX_OUTLINE_TITLE,
  MAX_PAGE_SIDE,
  MAX_PAGE_TEXT,
  MAX_PUBLISHER,
  MAX_REASON,
} from './jobs/limits.ts';

/** The longest answer, bytes: all titles of a piece at their longest, each sign escaped. */
export const MAX_ANSWER_BYTES = 8 * 1024 ** 2;

const page = z.int().min(1).max(10_000_000);
const date = z.string().max(MAX_DATE).nullable();
const side = z.number().min(1).max(MAX_PAGE_SIDE);

const problem: z.ZodType<DocumentProblem> = z.strictObject({
  problem: z.enum(['password', 'unsound', 'too_large']),
  reason: z.string().max(MAX_REASON),
});

const verified: z.ZodType<VerifyAnswer> = z.union([
  z.strictObject({ pages: page, dates: z.strictObject({ created: date, modified: date }) }),
  problem,
]);

const outlineLine = z.strictObject({
  title: z.string().max(MAX_OUTLINE_TITLE),
  level: z.int().min(0).max(MAX_OUTLINE_LEVEL),
  page: page.nullable(),
  down: z.number().min(0).max(1),
});

const words = z.array(z.string().max(MAX_CHART_WORD)).max(MAX_CHART_WORDS);
function found<T extends z.ZodType>(value: T) {
  return z.strictObject({ value, words }).nullable();
}
const day = z.iso.date();

const chart: z.ZodType<ChartPage> = z.strictObject({
  page,
  text: z.enum(['read', 'none', 'refused']),
  publisher: z.string().max(MAX_PUBLISHER).nullable(),
  airport: found(z.string().max(MAX_CHART_AIRPORT)),
  kind: found(z.enum(chartKinds)),
  title: found(z.string().max(MAX_CHART_TITLE)),
  number: found(z.string().max(MAX_CHART_NUMBER)),
  revised: found(day),
  effective_from: found(day),
  effective_to: found(day),
});

const extracted: z.ZodType<ExtractAnswer> = z.union([
  z.strictObject({
    from: page,
    texts: z.array(z.string().max(MAX_PAGE_TEXT)).min(1).max(64),
    charts: z.array(chart).min(1).max(64),
  }),
  z.strictObject({
    sizes: z.array(z.tuple([side, side])).max(MAX_LINES_AT_ONCE),
    outline: z.array(outlineLine).max(MAX_LINES_AT_ONCE),
    more: z.boolean(),
  }),
  z.literal('done'),
  problem,
]);

const finite = z.number().min(-1e9).max(1e9);
const whole = z.int().min(-1_000_000_000).max(1_000_000_000);
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
/** So many bytes at most, in base64. */
const bytes = (most: number) =>
  z
    .string()
    .max(4 * Math.ceil(most / 3))
    .regex(BASE64);

const style: z.ZodType<Style> = z.strictObject({
  paint: z.enum(['text', 'fill', 'stroke', 'clip', 'shading']),
  colour: z.int().min(-2).max(0xffffff),
  width: whole.min(0),
  dash: z.array(whole.min(0)).max(16),
  opacity: z.int().min(0).max(100),
  blend: z.string().max(40),
});

const content: z.ZodType<PackedContent> = z.strictObject({
  width: finite,
  height: finite,
  complete: z.boolean(),
  text: z.string().max(2 * MAX_CONTENT_LETTERS),
  letters: bytes(MAX_CONTENT_LETTERS * LETTER.length * 4),
  edges: bytes(MAX_CONTENT_EDGES * EDGE.length * 4),
  shapes: bytes(MAX_CONTENT_SHAPES * SHAPE.length * 4),
  pictures: z
    .array(
      z.strictObject({
        matrix: z.array(whole).length(6),
        width: z.int().min(1).max(100_000),
        height: z.int().min(1).max(100_000),
        style: z.int().min(0).max(MAX_CONTENT_STYLES),
        tile: z.int().min(1).max(1_000_000),
        tiles: bytes(MAX_CONTENT_TILES * TILE_BYTES),
      }),
    )
    .max(MAX_CONTENT_PICTURES),
  styles: z.array(style).max(MAX_CONTENT_STYLES),
});

const contents: z.ZodType<ContentAnswer> = z.union([
  z.strictObject({ page, content: content.nullable() }).transform(({ page: number, content: packed }) => ({
    page: number,
    content: packed && unpackContent(packed),
  })),
  z.strictObject({
    sizes: z.array(z.tuple([side, side])).max(MAX_LINES_AT_ONCE),
    outline: z.array(outlineLine).max(MAX_LINES_AT_ONCE),
    more: z.boolean(),
  }),
  z.literal('done'),
  problem,
]);

const schemas = { verify: verified, extract: extracted, content: contents };

/** The answer that a page gave in JSON; null where it is none. */
export function parseAnswer(kind: Task['kind'], json: string): Answer | null {
  try {
    return schemas[kind].parse(JSON.parse(json));
  } catch {
    return null;
  }
}
