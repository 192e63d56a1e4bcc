import { useCallback, useMemo, useState } from 'react';
import type { PageSize } from '../document/engine/pdf-engine.ts';
import { A4 } from '../document/geometry/page-layout.ts';

/** Smaller differences are rounding, CSS px at 100 %. */
const ROUNDING = 0.75;

function same(one: PageSize | undefined, other: PageSize): boolean {
  return (
    one !== undefined &&
    Math.abs(one.width - other.width) < ROUNDING &&
    Math.abs(one.height - other.height) < ROUNDING
  );
}

/**
 * The sizes of all pages: from the open document, else as prepared, else like the first page whose size is known.
 * Returns the same array until a size really changes.
 */
export function usePageSizes(
  pageCount: number,
  prepared: readonly PageSize[] | null,
): { sizes: readonly PageSize[]; onSize: (page: number, size: PageSize) => void } {
  const [found, setFound] = useState<ReadonlyMap<number, PageSize>>(new Map());
  const sizes = useMemo(() => {
    const [first] = found.values();
    const standIn = prepared?.[0] ?? first ?? A4;
    return Array.from(
      { length: pageCount },
      (_, index) => found.get(index + 1) ?? prepared?.[index] ?? standIn,
    );
  }, [pageCount, prepared, found]);
  const onSize = useCallback(
    (page: number, size: PageSize) =>
      setFound((before) => {
        const [first] = before.values();
        const shown = before.get(page) ?? prepared?.[page - 1] ?? first;
        return same(shown, size) ? before : new Map(before).set(page, size);
      }),
    [prepared],
  );
  return { sizes, onSize };
}
