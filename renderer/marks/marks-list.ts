/** What the marks panel lists: groups, filtered by words. */

import { pinOf } from '../../main/marks/rules/pin-names.ts';
import type { BookmarkPlace, MarkDraft, PinName } from '../../preload/contract.ts';
import type { ShownMark } from './mark-order.ts';
import { marksWords } from './words.ts';

/** A line of the list. */
export interface MarkRow {
  key: string;
  kind: MarkDraft['kind'];
  /** Null where this kit has no such place. */
  page: number | null;
  /** The marked text and its comment; '' where there is nothing. */
  text: string;
  note: string;
  /** The chart that it is on, where that is known and not said by `text`. */
  chart: string;
  colour: string | null;
  /** A bookmark of another kit: it is removed by its own id. */
  bookmark: string | null;
  /** A waiting note that may be kept on its page: its id. */
  keep: string | null;
  /** Nobody removes it here: it is the company's. */
  isFixed: boolean;
}

export interface MarkGroup {
  id: string;
  title: string;
  explain: string | null;
  rows: MarkRow[];
}

const order: readonly MarkDraft['kind'][] = ['bookmark', 'pin', 'highlight', 'note', 'ink'];

/**
 * The groups that have something to show; words are looked for in any order, without case.
 *
 * @param nameAt the chart that a page is of, or that is pinned on a sheet; null where that is not known
 */
export function listMarks(
  marks: readonly ShownMark[],
  bookmarks: readonly BookmarkPlace[],
  query: string,
  nameAt: (of: PinName) => string | null = () => null,
): MarkGroup[] {
  const { kinds, panel } = marksWords;
  const present = marks.filter(({ mark }) => !mark.outdated);
  const chartOf = (page: number | null, title: string) =>
    otherThan(title, page === null ? null : nameAt(page));
  const ids = new Set(marks.map(({ mark }) => mark.id));
  const elsewhere = bookmarks
    .filter(({ id }) => !ids.has(id))
    .map(({ id, title, heading, page }): MarkRow => {
      const note = chapterOf(heading, title);
      const chart = chartOf(page, title);
      const row = { key: id, kind: 'bookmark', page, text: title, note, chart } as const;
      return { ...row, colour: null, bookmark: id, keep: null, isFixed: false };
    });
  const rowOf = (shown: ShownMark) => rowOfMark(shown, nameAt);
  const ofFlight = present.filter(({ mark }) => !mark.lasting);
  const ofCompany = present.filter(({ mark }) => mark.lasting?.company !== undefined);
  const own = present.filter(({ mark }) => mark.lasting?.company === undefined);
  const groups = [
    group('company', panel.company(ofCompany[0]?.mark.lasting?.company ?? ''), ofCompany.map(rowOf)),
    group(
      'waiting',
      panel.waiting,
      marks.filter(({ mark }) => mark.lasting?.waits).map(rowOf),
      panel.waitingWhy,
    ),
    ...order.map((kind) =>
      group(kind, kinds[kind], ofFlight.filter(({ mark }) => mark.draft.kind === kind).map(rowOf)),
    ),
    ...[...Map.groupBy(own, ({ mark }) => mark.lasting?.airport)].flatMap(([airport, notes]) =>
      airport === undefined ? [] : [group(`airport ${airport}`, panel.lasting(airport), notes.map(rowOf))],
    ),
    group(
      'elsewhere',
      panel.elsewhere,
      elsewhere.toSorted((a, b) => (a.page ?? Infinity) - (b.page ?? Infinity)),
    ),
    group(
      'outdated',
      panel.outdated,
      // What is known of the present document's pages says nothing of the one that they were made on.
      marks
        .filter(({ mark }) => mark.outdated && !mark.lasting && mark.draft.kind !== 'pin')
        .map((shown) => rowOfMark(shown, () => null)),
      panel.outdatedWhy,
    ),
  ];
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  return groups
    .map((one) => ({
      ...one,
      rows: one.rows.filter((row) => words.every((word) => textOf(row).includes(word))),
    }))
    .filter(({ rows }) => rows.length > 0);
}

function group(id: string, title: string, rows: MarkRow[], explain: string | null = null): MarkGroup {
  return { id, title, explain, rows };
}

function rowOfMark({ key, mark }: ShownMark, nameAt: (of: PinName) => string | null): MarkRow {
  const { draft } = mark;
  const name = nameAt(draft.kind === 'pin' ? pinOf(draft) : draft.page);
  const chart = name ?? '';
  const { panel, pageTitle } = marksWords;
  const keep = mark.lasting?.waits === 'changed' ? mark.id : null;
  const links = { bookmark: null, keep, isFixed: mark.lasting?.company !== undefined };
  const row = { key, kind: draft.kind, page: draft.page, note: '', chart, colour: null, ...links };
  switch (draft.kind) {
    case 'bookmark':
      return {
        ...row,
        text: draft.title,
        note: chapterOf(draft.heading, draft.title),
        chart: otherThan(draft.title, name),
      };
    case 'pin':
      return { ...row, text: name ?? pageTitle(draft.page), chart: '' };
    case 'highlight':
      return { ...row, text: draft.text || panel.noText, note: draft.note, colour: draft.colour };
    case 'ink':
      return { ...row, text: panel.drawing(draft.strokes.length), colour: draft.colour };
    default:
      return { ...row, text: draft.text, ...lastingOf(mark, chart) };
  }
}

/** What a note of a chart or an airport says of itself, and where it is now. */
function lastingOf({ lasting }: ShownMark['mark'], chart: string): Partial<MarkRow> {
  const { panel } = marksWords;
  if (!lasting) return {};
  if (lasting.chart === null) return { note: panel.ofAirport, chart: '' };
  if (lasting.waits === null) return { note: panel.ofChart(lasting.chart), chart: '' };
  return { note: panel.writtenOn(lasting.chart), chart: lasting.waits === 'unsure' ? panel.unsure : chart };
}

/** The chart's name, unless the title says it already. */
function otherThan(title: string, name: string | null): string {
  return name === null || name.toLowerCase().includes(title.toLowerCase()) ? '' : name;
}

/** What stands above the title in its heading. */
function chapterOf(heading: string | null, title: string): string {
  return heading?.endsWith(` › ${title}`) ? heading.slice(0, -title.length - 3) : '';
}

function textOf({ kind, page, text, note, chart }: MarkRow): string {
  const where = page === null ? '' : marksWords.panel.page(page);
  return `${marksWords.kinds[kind]} ${where} ${text} ${note} ${chart}`.toLowerCase();
}
