import { headingsByPage } from '../../main/charts/rules/page-text.ts';
import { pinOf } from '../../main/marks/rules/pin-names.ts';
import type { Mark, MarkDraft, OutlineEntry, PinName } from '../../preload/contract.ts';
import { isSamePin, pageOfPin } from '../charts/pin-order.ts';
import { marksWords } from './words.ts';

export type HighlightDraft = Extract<MarkDraft, { kind: 'highlight' }>;
export type InkDraft = Extract<MarkDraft, { kind: 'ink' }>;
/** A rectangle as shares of the unturned page. */
export type MarkArea = HighlightDraft['areas'][number];

/** A mark as it is shown: at once, before it is kept. `key` stays the same when it gets its id, and when it comes back. */
export interface ShownMark {
  key: string;
  mark: Mark;
}

/** What a note is about that outlives the kit: `EDDM`, or `Demo Air, EDDM 11-1 ILS RWY 08R`; '' for other marks. */
export function aboutOf({ lasting }: Mark): string {
  if (lasting?.company === undefined) return lasting?.airport ?? '';
  return marksWords.name.ofCompany(
    lasting.company,
    [lasting.airport, lasting.chart].filter(Boolean).join(' '),
  );
}

/** The bookmark of a page, or exactly this pin. */
export function isToggled({ mark: { draft } }: ShownMark, kind: 'pin' | 'bookmark', of: PinName): boolean {
  if (draft.kind !== kind) return false;
  return draft.kind === 'pin' ? isSamePin(pinOf(draft), of) : draft.page === pageOfPin(of);
}

/** By page, on a page from the top down and from left to right; what names the page as a whole comes first. */
export function byPlace(a: MarkDraft, b: MarkDraft): number {
  const [one, two] = [startOf(a), startOf(b)];
  return a.page - b.page || one.y - two.y || one.x - two.x;
}

/** The top left of a mark, as shares of its page. */
export function startOf(draft: MarkDraft): { x: number; y: number } {
  switch (draft.kind) {
    case 'note':
      return { x: draft.x, y: draft.y };
    case 'highlight':
    case 'ink': {
      const { x, y } = boundsOf(draft);
      return { x, y };
    }
    default:
      return { x: -1, y: -1 };
  }
}

/** The rectangle around a highlight or a drawing, as shares of its page. */
export function boundsOf(draft: Extract<MarkDraft, { kind: 'highlight' | 'ink' }>): {
  x: number;
  y: number;
  width: number;
  height: number;
} {
  let [left, top, right, bottom] = [1, 1, 0, 0];
  function hold(x: number, y: number) {
    left = Math.min(left, x);
    top = Math.min(top, y);
    right = Math.max(right, x);
    bottom = Math.max(bottom, y);
  }
  if (draft.kind === 'highlight') {
    for (const { x, y, width, height } of draft.areas) {
      hold(x, y);
      hold(x + width, y + height);
    }
  } else {
    for (const stroke of draft.strokes) {
      for (let at = 0; at + 1 < stroke.length; at += 2) hold(stroke[at] ?? 0, stroke[at + 1] ?? 0);
    }
  }
  return { x: left, y: top, width: Math.max(0, right - left), height: Math.max(0, bottom - top) };
}

/** Those that may be drawn, by page. The array of a page on which nothing changed is the one before. */
export function groupByPage(
  marks: readonly ShownMark[],
  before: ReadonlyMap<number, readonly ShownMark[]>,
): ReadonlyMap<number, readonly ShownMark[]> {
  const groups = Map.groupBy(
    marks.filter(({ mark }) => !mark.outdated),
    ({ mark }) => mark.draft.page,
  );
  return new Map(
    [...groups].map(([page, now]): [number, readonly ShownMark[]] => {
      const old = before.get(page);
      const same = old?.length === now.length && now.every((shown, index) => shown === old[index]);
      return [page, same ? old : now];
    }),
  );
}

/**
 * The heading of a page, as `headingsByPage` has it: of several that begin on the page the first, because a page is looked up by
 * what is at its top; without one, the last one before the page.
 */
export function headingOf(
  outline: readonly OutlineEntry[],
  page: number,
): { title: string; path: string } | null {
  const headings = headingsByPage(outline);
  const before = Math.max(...[...headings.keys()].filter((one) => one < page));
  const path = headings.get(page)?.[0] ?? headings.get(before)?.at(-1) ?? [];
  const title = path.at(-1);
  return title === undefined ? null : { title, path: path.join(' › ') };
}
