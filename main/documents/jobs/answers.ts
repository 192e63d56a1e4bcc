/** What is asked about a document, and answered (job.ts). */
import type { ChartPage } from '../../charts/rules/chart.ts';
import type { PageContent } from '../../comparison/rules/page-content.ts';

/** A page's width and height as it is shown, CSS px. */
export type PageSize = [number, number];

/** One line of an outline, in reading order; `level` 0 is the outermost, `page` null where it leads nowhere. */
export interface OutlineLine {
  title: string;
  level: number;
  page: number | null;
  /** How far down the page, 0 to 1. */
  down: number;
}

/** Does it open? How many pages has it, and when does it say that it was made? */
export interface VerifyTask {
  kind: 'verify';
}

/** Sizes, outline, text and charts. */
export interface ExtractTask {
  kind: 'extract';
  /** Text and charts are taken from this page on. */
  from: number;
  /** Whether sizes and outline are wanted. */
  shape: boolean;
  /** Pages of the first batch. */
  batch: number;
}

/** What pages draw, to compare it. */
export interface ContentTask {
  kind: 'content';
  /** The first page. */
  from: number;
  /** Pages after it that are not wanted, ascending. */
  skip: readonly number[];
  /** Whether sizes and outline are wanted first. */
  shape: boolean;
}

export type Task = VerifyTask | ExtractTask | ContentTask;

/** What is in a document that opens; dates as it writes them. */
export interface OpenedDocument {
  pages: number;
  dates: { created: string | null; modified: string | null };
}

/** Why a document could not be read. */
export interface DocumentProblem {
  problem: 'password' | 'unsound' | 'too_large';
  reason: string;
}

/** Sizes and outline come in pieces, each behind the one before; `more`: another one follows. */
export interface ShapePiece {
  sizes: PageSize[];
  outline: OutlineLine[];
  more: boolean;
}

export interface TextPiece {
  /** The page of the first text. */
  from: number;
  texts: string[];
  /** What each of these pages says about itself (bound-chart.ts); what pages say about each other is not in it. */
  charts: ChartPage[];
}

/** What one page draws; null where the page can't be read. */
export interface ContentPiece {
  page: number;
  content: PageContent | null;
}

export type ExtractAnswer = ShapePiece | TextPiece | 'done' | DocumentProblem;
export type VerifyAnswer = OpenedDocument | DocumentProblem;
export type ContentAnswer = ShapePiece | ContentPiece | 'done' | DocumentProblem;
export type Answer = ExtractAnswer | VerifyAnswer | ContentAnswer;
