/**
 * Tasks about a document, and their answers (job.ts). A document may take over its page and send anything: main only accepts
 * what `parseAnswer` validates. The jobs themselves only import types from here: their page has no zod.
 */
import { z } from 'zod';
import { chartPage } from '../../../preload/contract/charts.ts';
import { outlineEntry, pageSize } from '../../../preload/contract/reading.ts';
import {
  EDGE,
  LETTER,
  type PackedContent,
  SHAPE,
  type Style,
  TILE_BYTES,
  unpackContent,
} from '../../comparison/rules/page-content.ts';
import {
  MAX_CONTENT_EDGES,
  MAX_CONTENT_LETTERS,
  MAX_CONTENT_PICTURES,
  MAX_CONTENT_SHAPES,
  MAX_CONTENT_STYLES,
  MAX_CONTENT_TILES,
  MAX_DATE,
  MAX_LINES_AT_ONCE,
  MAX_PAGE_NUMBER,
  MAX_PAGE_TEXT,
  MAX_REASON,
} from '../rules/limits.ts';

/** Maximum size of an answer, bytes: all titles of a piece at maximum length, each character escaped; a page that draws as much as may be. */
export const MAX_ANSWER_BYTES = 9 * 1024 ** 2;

/** Whether the document opens, how many pages it has, and its own dates. */
interface VerifyTask {
  kind: 'verify';
}

/** Sizes, outline, text and charts. */
export interface ExtractTask {
  kind: 'extract';
  /** First page whose text and chart are read. */
  from: number;
  /** Whether to send sizes and outline. */
  shape: boolean;
  /** Number of pages in the first batch. */
  batch: number;
}

/** The drawing of pages, to compare it. */
export interface ContentTask {
  kind: 'content';
  /** The first page. */
  from: number;
  /** Pages after it to leave out, ascending. */
  skip: readonly number[];
  /** Whether to send sizes and outline first. */
  shape: boolean;
}

export type Task = VerifyTask | ExtractTask | ContentTask;

const page = z.int().min(1).max(MAX_PAGE_NUMBER);
const date = z.string().max(MAX_DATE).nullable();

/** Facts of a document that opens; dates as written in it. */
const openedDocument = z.strictObject({
  pages: page,
  dates: z.strictObject({ created: date, modified: date }),
});

/** Why a document could not be read. */
const documentProblem = z.strictObject({
  problem: z.enum(['password', 'unsound', 'too_large']),
  reason: z.string().max(MAX_REASON),
});

/** Sizes and outline come in consecutive pieces; `more`: this piece is full, and another follows. */
const shapePiece = z
  .strictObject({
    sizes: z.array(pageSize).max(MAX_LINES_AT_ONCE),
    outline: z.array(outlineEntry).max(MAX_LINES_AT_ONCE),
    more: z.boolean(),
  })
  .refine(
    ({ sizes, outline, more }) => !more || Math.max(sizes.length, outline.length) === MAX_LINES_AT_ONCE,
  );

/** A page's text, and its own chart facts (shape.ts), without what other pages say about it. */
const textPage = z.strictObject({ text: z.string().max(MAX_PAGE_TEXT), chart: chartPage });

const textPiece = z.strictObject({ pages: z.array(textPage).min(1).max(64) });

const finite = z.number().min(-1e9).max(1e9);
const whole = z.int().min(-1_000_000_000).max(1_000_000_000);
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
/** At most `most` bytes, in base64. */
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

/** The drawing of one page; null if the page can't be read. */
const contentPiece = z
  .strictObject({ page, content: content.nullable() })
  .transform(({ page: number, content: packed }) => ({
    page: number,
    content: packed && unpackContent(packed),
  }));

const done = z.literal('done');
const answers = {
  verify: z.union([openedDocument, documentProblem]),
  extract: z.union([textPiece, shapePiece, done, documentProblem]),
  content: z.union([contentPiece, shapePiece, done, documentProblem]),
};

export type OpenedDocument = z.infer<typeof openedDocument>;
export type DocumentProblem = z.infer<typeof documentProblem>;
export type ShapePiece = z.infer<typeof shapePiece>;
export type TextPage = z.infer<typeof textPage>;
export type TextPiece = z.infer<typeof textPiece>;
export type ContentPiece = z.infer<typeof contentPiece>;
/** The answers to a kind of task. */
export type AnswerTo<K extends Task['kind']> = z.infer<(typeof answers)[K]>;
export type Answer = AnswerTo<Task['kind']>;

/** A page's answer, parsed from JSON; null if it is not valid. */
export function parseAnswer(kind: Task['kind'], json: string): Answer | null {
  try {
    return answers[kind].parse(JSON.parse(json));
  } catch {
    return null;
  }
}
