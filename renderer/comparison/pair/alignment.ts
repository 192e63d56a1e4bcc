/** Aligns an old page with a new one of another size or scale, by matching the boxes around what is drawn. Pure. */

import { useEffect, useState } from 'react';
import type { PdfDocument } from '../../viewer/document/engine/pdf-engine.ts';
import { inkPartOf } from '../../viewer/document/paint/drawn-part.ts';
import { painterOf } from '../../viewer/document/paint/page-painter.ts';
import type { PairItem } from './pair-items.ts';
import type { Size } from './stand.ts';

type Area = Size & { x: number; y: number };

/** A page: its size, CSS px at 100 %, and its drawn part, in shares of the page. */
export interface Sheet {
  size: Size;
  drawn: Area;
}

/** A point of the old page, times `scale` plus x and y, is the same point of the new page; CSS px at 100 %. */
export interface Alignment {
  scale: number;
  x: number;
  y: number;
}

/** Boxes have the same shape if their sides differ by the same factor, within this share. */
const SHAPE = 0.006;
/** Boxes closer than this share of the page are in the same place: the page's picture is not more exact. */
const PLACE = 0.004;
/** Beyond this scale, two boxes of the same shape are hardly the same chart. */
const MAX_SCALE = 3;

/**
 * The alignment of the old page with the new one; null if they already match, or if the drawn parts do not clearly have the same
 * shape, because something was added beside the chart or removed.
 */
export function alignmentOf(old: Sheet, now: Sheet): Alignment | null {
  const across = (now.drawn.width * now.size.width) / (old.drawn.width * old.size.width);
  const down = (now.drawn.height * now.size.height) / (old.drawn.height * old.size.height);
  if (!(across > 0 && down > 0) || !isNear(across / down, 1, SHAPE)) return null;
  const found = Math.sqrt(across * down);
  if (found > MAX_SCALE || found < 1 / MAX_SCALE) return null;
  const ofPages = now.size.width / old.size.width;
  const scale = isNear(found, ofPages, SHAPE) ? ofPages : found;
  const x = middle(now, 'x', 'width') - scale * middle(old, 'x', 'width');
  const y = middle(now, 'y', 'height') - scale * middle(old, 'y', 'height');
  const isInPlace = Math.abs(x) < PLACE * now.size.width && Math.abs(y) < PLACE * now.size.height;
  const isOfOneSize =
    isNear(old.size.width, now.size.width, PLACE) && isNear(old.size.height, now.size.height, PLACE);
  return isInPlace && isOfOneSize && isNear(scale, 1, SHAPE) ? null : { scale, x, y };
}

function isNear(one: number, other: number, share: number): boolean {
  return Math.abs(one / other - 1) <= share;
}

function middle({ size, drawn }: Sheet, at: 'x' | 'y', along: 'width' | 'height'): number {
  return (drawn[at] + drawn[along] / 2) * size[along];
}

/** The place of an old page's area on the new page. @param area shares of the old page @returns shares of the new one */
export function onNewPage(area: Area, alignment: Alignment | null, old: Size, now: Size): Area {
  if (!alignment) return area;
  const { scale, x, y } = alignment;
  return {
    x: (area.x * old.width * scale + x) / now.width,
    y: (area.y * old.height * scale + y) / now.height,
    width: (area.width * old.width * scale) / now.width,
    height: (area.height * old.height * scale) / now.height,
  };
}

/** Width of the measured pictures, px: an edge is found to half a millimetre of a page. */
const WIDTH = 800;

/** The sizes of two pages, and the alignment of the old one with the new one. */
export interface PairAlignment {
  alignment: Alignment;
  old: Size;
  new: Size;
}

interface Found {
  /** Both documents and both pages. */
  of: readonly unknown[];
  pair: PairAlignment | null;
}

/** The alignment of the old page with the new one; null if none is needed, and until it is known. */
export function useAlignment(
  documents: Readonly<Record<'old' | 'new', PdfDocument | null>>,
  item: PairItem | undefined,
): PairAlignment | null {
  const [found, setFound] = useState<Found | null>(null);
  const { old, new: now } = documents;
  const [oldPage, newPage] = [item?.old ?? null, item?.new ?? null];
  useEffect(() => {
    if (!old || !now || oldPage === null || newPage === null) return;
    const left = new AbortController();
    const { signal } = left;
    async function look(document: PdfDocument, page: number): Promise<Sheet> {
      const size = await document.pageSize(page);
      const picture = await painterOf(document).aside.thumbnail(page, WIDTH, signal);
      try {
        return { size, drawn: inkPartOf(picture) };
      } finally {
        picture.close();
      }
    }
    Promise.all([look(old, oldPage), look(now, newPage)]).then(
      ([one, other]) => {
        const alignment = alignmentOf(one, other);
        const pair = alignment && { alignment, old: one.size, new: other.size };
        if (!signal.aborted) setFound({ of: [old, now, oldPage, newPage], pair });
      },
      // A page that can't be drawn shows the failure itself.
      () => {},
    );
    return () => left.abort();
  }, [old, now, oldPage, newPage]);
  const asked = [old, now, oldPage, newPage];
  return found?.of.every((one, index) => one === asked[index]) ? found.pair : null;
}
