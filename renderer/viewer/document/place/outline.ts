/** The document's outline as a flat list, and the reader's place in it. */
import type { OutlineEntry, PagePart } from '../../../../preload/contract.ts';
import type { OutlineItem, PdfDocument } from '../engine/pdf-engine.ts';

/** The deepest level; deeper entries are shown at this one. */
const DEEPEST = 50;

/** Reads the outline of an open document and resolves its places. Entries that lead outside or nowhere have no page. */
export async function readOutline(document: PdfDocument): Promise<OutlineEntry[]> {
  const entries: OutlineEntry[] = [];
  async function add(items: readonly OutlineItem[], level: number): Promise<void> {
    for (const { title, target, items: inner } of items) {
      const place = target?.kind === 'inside' ? await document.resolve(target).catch(() => null) : null;
      entries.push({
        title: title.trim() || '—',
        level: Math.min(level, DEEPEST),
        page: place?.page ?? null,
        down: Math.min(1, Math.max(0, place?.down ?? 0)),
      });
      await add(inner, level + 1);
    }
  }
  await add(await document.outline(), 0);
  return entries;
}

/** A place that a line of a list leads to. `region`: one chart of a sheet; null or absent: all of the page. */
type Place = Pick<OutlineEntry, 'page' | 'down'> & { region?: PagePart | null };

/** Whether a place of the page in view is another chart of its sheet than the one in view. @param inView the part that this one is */
export function isOtherChart({ region }: Pick<Place, 'region'>, inView: PagePart | null): boolean {
  return !!region && !!inView && region.join() !== inView.join();
}

/**
 * Index of the entry that the reader is in: the last one before or on the page; of several on the page the first, with
 * those that begin at the same point; of the charts of a sheet the one in view. -1 before all entries.
 */
export function currentEntry(outline: readonly Place[], page: number, region: PagePart | null): number {
  let best = -1;
  for (const [index, entry] of outline.entries()) {
    if (entry.page === null || entry.page > page) continue;
    if (entry.page === page && isOtherChart(entry, region)) continue;
    const before = outline[best];
    if (!before || before.page === null) best = index;
    else if (entry.page > before.page) best = index;
    else if (
      entry.page === before.page &&
      (entry.page < page ? entry.down >= before.down : entry.down === before.down)
    )
      best = index;
  }
  return best;
}

/** Which entries are shown when these are closed, as indices. */
export function shownEntries(outline: readonly OutlineEntry[], closed: ReadonlySet<number>): number[] {
  const shown: number[] = [];
  let hiddenBelow = Number.POSITIVE_INFINITY;
  for (const [index, { level }] of outline.entries()) {
    if (level > hiddenBelow) continue;
    hiddenBelow = closed.has(index) ? level : Number.POSITIVE_INFINITY;
    shown.push(index);
  }
  return shown;
}

/** Whether this entry has children. */
export function hasChildren(outline: readonly OutlineEntry[], index: number): boolean {
  return (outline[index + 1]?.level ?? 0) > (outline[index]?.level ?? 0);
}

/** Index of this entry's parent; -1 at the top level. */
export function parentOf(outline: readonly OutlineEntry[], index: number): number {
  const level = outline[index]?.level ?? 0;
  for (let above = index - 1; above >= 0; above -= 1) {
    if ((outline[above]?.level ?? 0) < level) return above;
  }
  return -1;
}

/** For each entry, its position among its siblings, from 1, and their number. */
export function siblings(outline: readonly OutlineEntry[]): readonly { at: number; of: number }[] {
  const places = outline.map(() => ({ at: 1, of: 1 }));
  /** By level: the siblings so far. */
  const open: { at: number; of: number }[][] = [];
  const close = (from: number) => {
    for (const group of open.splice(from)) for (const place of group) place.of = group.length;
  };
  for (const [index, { level }] of outline.entries()) {
    close(level + 1);
    const place = places[index];
    while (open.length <= level) open.push([]);
    const group = open[level];
    if (!place || !group) continue;
    group.push(place);
    place.at = group.length;
  }
  close(0);
  return places;
}
