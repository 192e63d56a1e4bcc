/** What text of which pages is selected, as areas to highlight. */

import type { MarkArea } from './mark-order.ts';
import type { MarksStore } from './marks-store.ts';
import { pageArea, turnOf } from './page-point.ts';

/** The selected part of one page. */
interface SelectedPart {
  page: number;
  areas: MarkArea[];
  text: string;
}

/** As the contract allows. */
const MAX_AREAS = 500;
const MAX_TEXT = 10_000;

/** Pages that are shown: not those that are only kept ready behind the one in view (layout/page-scroller.tsx). */
const SHOWN = '.sheet:not([data-hidden="true"]) [data-page]';

/** The selected text of all pages shown below `root`, in the order of the pages; empty where none is selected. */
export function selectedParts(selection: Selection | null, root: ParentNode): SelectedPart[] {
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return [];
  const range = selection.getRangeAt(0);
  const parts: SelectedPart[] = [];
  for (const page of root.querySelectorAll<HTMLElement>(SHOWN)) {
    const layer = page.querySelector('.textLayer');
    if (!layer || !range.intersectsNode(layer)) continue;
    const frame = page.getBoundingClientRect();
    const turn = turnOf(page);
    const areas: MarkArea[] = [];
    const words: string[] = [];
    for (const piece of textIn(range, layer)) {
      words.push(piece.toString());
      for (const rect of piece.getClientRects()) {
        const area = pageArea(frame, turn, rect);
        if (area) areas.push(area);
      }
    }
    const text = words.join(' ').replace(/\s+/g, ' ').trim().slice(0, MAX_TEXT);
    const lines = mergeLines(areas).slice(0, MAX_AREAS);
    if (text !== '' && lines.length > 0) parts.push({ page: Number(page.dataset.page), areas: lines, text });
  }
  return parts;
}

/** A range for each selected text node: a range over all of them has the boxes of the elements between too. */
function* textIn(range: Range, layer: Element): Generator<Range> {
  const walker = document.createTreeWalker(layer, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (!range.intersectsNode(node)) continue;
    const piece = document.createRange();
    piece.selectNodeContents(node);
    if (node === range.startContainer) piece.setStart(node, range.startOffset);
    if (node === range.endContainer) piece.setEnd(node, range.endOffset);
    if (!piece.collapsed && piece.toString().trim() !== '') yield piece;
  }
}

/**
 * Makes one area of those that stand beside each other in a line. Lines stay apart, and so do columns: a gap of more than
 * one and a half line heights is no space between words.
 */
export function mergeLines(areas: readonly MarkArea[]): MarkArea[] {
  const lines: MarkArea[] = [];
  for (const area of areas.toSorted((a, b) => a.y - b.y || a.x - b.x)) {
    const line = lines.find((other) => isSameLine(other, area));
    if (!line) {
      lines.push({ ...area });
      continue;
    }
    const right = Math.max(line.x + line.width, area.x + area.width);
    const bottom = Math.max(line.y + line.height, area.y + area.height);
    line.x = Math.min(line.x, area.x);
    line.y = Math.min(line.y, area.y);
    line.width = right - line.x;
    line.height = bottom - line.y;
  }
  return lines;
}

function isSameLine(a: MarkArea, b: MarkArea): boolean {
  const overlap = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  const height = Math.min(a.height, b.height);
  const gap = Math.max(a.x, b.x) - Math.min(a.x + a.width, b.x + b.width);
  return overlap > height / 2 && gap < 1.5 * Math.max(a.height, b.height);
}

/**
 * Highlights the selected text of the pages in the current colour, one mark per page, and ends the selection. With `comment` the
 * editor opens for the first mark. Resolves to whether anything was selected; if a mark could not be stored, the selection is
 * restored.
 */
export async function highlightSelection(
  store: MarksStore,
  root: () => Element | null,
  comment = false,
): Promise<boolean> {
  const scope = root();
  const selection = document.getSelection();
  const parts = scope ? selectedParts(selection, scope) : [];
  if (!selection || parts.length === 0) return false;
  const range = selection.getRangeAt(0).cloneRange();
  selection.removeAllRanges();
  const { add, highlighter, edit } = store.getState();
  const asked = parts.map(({ page, areas, text }) =>
    add({ kind: 'highlight', page, colour: highlighter, areas, text, note: '' }),
  );
  if (comment) {
    const page = parts[0]?.page ?? 0;
    const key = newestOf(store, page);
    if (key) edit({ key });
  }
  const failures = await Promise.all(asked);
  if (failures.some((failure) => failure !== null) && selection.isCollapsed) selection.addRange(range);
  return true;
}

function newestOf(store: MarksStore, page: number): string | null {
  const shown = store.getState().byPage.get(page) ?? [];
  const fresh = shown.filter(({ mark }) => mark.draft.kind === 'highlight' && mark.id === '');
  return fresh.toSorted((a, b) => b.mark.created_at.localeCompare(a.mark.created_at))[0]?.key ?? null;
}
