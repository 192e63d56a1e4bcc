import { type CSSProperties, type ReactNode, useEffect, useId, useState } from 'react';
import { useStore } from 'zustand';
import type { PageRegion, PageSize, PdfDocument } from '../document/engine/pdf-engine.ts';
import { keptPictures } from '../document/paint/kept-pictures.ts';
import { lightStore } from '../document/window/light-store.ts';

/** The result for each page that was checked. */
const known = new WeakMap<PdfDocument, Map<number, readonly PageRegion[]>>();

/** The light of viewer.css for night, `invert(1) hue-rotate(180deg)`, as one matrix (Filter Effects 1, feColorMatrix). */
const NIGHT = '0.574 -1.43 -0.144 0 1  -0.426 -0.43 -0.144 0 1  -0.426 -1.43 0.856 0 1  0 0 0 1 0';

/** How much of each edge stays dark, CSS px: a line of white paper around a picture would be conspicuous. */
const EDGE = 1;

/** The light of a page of which some parts keep their colours. */
export interface KeptPictures {
  /** The style of the element with the page's picture; empty if all of it has the same light. */
  picture: { 'data-kept'?: number; style?: CSSProperties };
  /** The elements that the style refers to. */
  filter: ReactNode;
}

const nothing: KeptPictures = { picture: {}, filter: null };

/**
 * At night, if the person wants unchanged pictures: excludes them from the page's light. (`backdrop-filter` with a
 * shape would need less, but Chromium 156 cuts it off on pages that are turned by a quarter.)
 *
 * @param rested the page is being read and its picture is shown
 * @param size of the page as it is shown now, unturned, CSS px
 */
export function useKeptPictures(
  pdf: PdfDocument | null,
  page: number,
  rested: boolean,
  size: PageSize,
): KeptPictures {
  const wanted = useStore(lightStore, ({ light, keepPictures }) => light === 'night' && keepPictures);
  const [, setLooked] = useState(0);
  const id = useId();
  const kept = wanted && pdf ? known.get(pdf)?.get(page) : undefined;

  // A page that is only passed would delay the next one.
  const asks = wanted && rested && kept === undefined;
  useEffect(() => {
    if (!pdf || !asks) return;
    const stop = new AbortController();
    pdf.pictures(page, stop.signal).then(
      (found) => {
        const pages = known.get(pdf) ?? new Map<number, readonly PageRegion[]>();
        known.set(pdf, pages.set(page, keptPictures(found)));
        setLooked((count) => count + 1);
      },
      () => {
        // If this fails, all of the page is dark.
      },
    );
    return () => stop.abort();
  }, [pdf, page, asks]);

  if (!kept || kept.length === 0) return nothing;
  const [across, down] = [EDGE / size.width, EDGE / size.height];
  return {
    picture: { 'data-kept': kept.length, style: { filter: `url("#${id}")` } },
    filter: (
      <svg className="page__filter" aria-hidden="true">
        <filter
          id={id}
          x="0"
          y="0"
          width="1"
          height="1"
          primitiveUnits="objectBoundingBox"
          colorInterpolationFilters="sRGB"
        >
          <feColorMatrix in="SourceGraphic" type="matrix" values={NIGHT} result="night" />
          {kept.map(({ x, y, width, height }, index) => (
            <feOffset
              // biome-ignore lint/suspicious/noArrayIndexKey: the pictures of a page never change
              key={index}
              in="SourceGraphic"
              x={x + across}
              y={y + down}
              width={width - 2 * across}
              height={height - 2 * down}
              result={`kept-${index}`}
            />
          ))}
          <feMerge>
            <feMergeNode in="night" />
            {kept.map((_, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the pictures of a page never change
              <feMergeNode key={index} in={`kept-${index}`} />
            ))}
          </feMerge>
        </filter>
      </svg>
    ),
  };
}
