import { useEffect, useState } from 'react';
import type { PdfDocument } from '../../viewer/document/engine/pdf-engine.ts';
import { inkPartOf } from '../../viewer/document/paint/drawn-part.ts';
import { painterOf } from '../../viewer/document/paint/page-painter.ts';
import { type Alignment, alignmentOf, type Sheet } from './alignment.ts';
import type { PairItem } from './pair-items.ts';
import type { Size } from './stand.ts';

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
