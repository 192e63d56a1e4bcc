import type { MarkDraft, PinName } from '../../preload/contract.ts';
import { pinDraft, pinOf } from '../marks/rules/pin-names.ts';
import { type ComparedPage, isChange } from './rules/compared-page.ts';

/**
 * The chart of a sheet that a mark is on. A pin of the whole page is on the chart that changed, else on the first.
 *
 * @param charts the compared charts of the mark's page
 * @returns undefined if there are none
 */
export function chartUnder<T extends Pick<ComparedPage, 'state' | 'part' | 'regions'>>(
  draft: MarkDraft,
  charts: readonly T[],
): T | undefined {
  const [first] = charts;
  const own = draft.kind === 'pin' ? draft.part : undefined;
  if (own !== undefined && first?.part?.old != null) return charts.find(({ part }) => part?.old === own);
  if (charts.length < 2) return first;
  const at = middleOf(draft);
  if (at === null) return charts.find(isChange) ?? first;
  const far = ({ regions }: T) => {
    const [x, y, width, height] = regions?.old ?? [0, 0, 1, 1];
    return Math.hypot(Math.max(0, x - at.x, at.x - x - width), Math.max(0, y - at.y, at.y - y - height));
  };
  return charts.toSorted((one, other) => far(one) - far(other))[0];
}

type Moved = ComparedPage & { new: number };

/** A mark as it is on the newer page. @param pages all compared pages */
export function movedTo(draft: MarkDraft, compared: Moved, pages: readonly ComparedPage[]): MarkDraft {
  if (draft.kind === 'pin') return movedPin(draft, compared, pages);
  const { new: page, moved } = compared;
  if (moved === undefined) return { ...draft, page };
  const along = (side: 'x' | 'y', at: number) => within(at * moved[side][0] + moved[side][1]);
  switch (draft.kind) {
    case 'note':
      return { ...draft, page, x: along('x', draft.x), y: along('y', draft.y) };
    case 'highlight':
      return {
        ...draft,
        page,
        areas: draft.areas.map((area) => {
          const [x, y] = [along('x', area.x), along('y', area.y)];
          const [right, bottom] = [along('x', area.x + area.width), along('y', area.y + area.height)];
          return { x, y, width: right - x, height: bottom - y };
        }),
      };
    case 'ink':
      return {
        ...draft,
        page,
        strokes: draft.strokes.map((one) => one.map((at, index) => along(index % 2 === 0 ? 'x' : 'y', at))),
      };
    default:
      return { ...draft, page };
  }
}

/** A pin on the newer page: of the same chart there, whether that is alone on its page or on a sheet. */
function movedPin(draft: PinDraft, compared: Moved, pages: readonly ComparedPage[]): PinDraft {
  const { new: page, part } = compared;
  const isSheet = (side: 'old' | 'new') => pages.filter((one) => one[side] === compared[side]).length > 1;
  // A page that was compared as a whole has the same charts; a pin of a whole sheet stays one.
  if (part === undefined || (draft.part === undefined && isSheet('old'))) return { ...draft, page };
  return { kind: 'pin', page, ...(part.new !== null && isSheet('new') && { part: part.new }) };
}

type PinDraft = Extract<MarkDraft, { kind: 'pin' }>;

/**
 * A person's own order of pins, as it is in the newer kit.
 *
 * @param follow the compared page that a mark follows to; null if it follows to none
 */
export function movedOrder(
  order: readonly PinName[],
  pages: readonly ComparedPage[],
  follow: (draft: PinDraft) => Moved | null,
): PinName[] {
  return order.flatMap((name) => {
    const draft = pinDraft(name);
    const to = follow(draft);
    return to === null ? [] : [pinOf(movedPin(draft, to, pages))];
  });
}

function within(share: number): number {
  return Math.min(1, Math.max(0, share));
}

/** The middle of what is drawn; null for a mark of the whole page. */
function middleOf(draft: MarkDraft): { x: number; y: number } | null {
  switch (draft.kind) {
    case 'note':
      return draft;
    case 'highlight':
      return middle(draft.areas.flatMap(({ x, y, width, height }) => [x, y, x + width, y + height]));
    case 'ink':
      return middle(draft.strokes.flat());
    default:
      return null;
  }
}

/** The middle of points: x, y, x, y, … */
function middle(points: readonly number[]): { x: number; y: number } {
  const along = (first: 0 | 1) => {
    let [least, most] = [Infinity, -Infinity];
    for (let at: number = first; at < points.length; at += 2) {
      const value = points[at] as number;
      [least, most] = [Math.min(least, value), Math.max(most, value)];
    }
    return (least + most) / 2;
  };
  return { x: along(0), y: along(1) };
}
