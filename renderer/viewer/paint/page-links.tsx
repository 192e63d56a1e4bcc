import { useEffect, useState } from 'react';
import { strings } from '../../strings/strings.ts';
import type { PdfDocument, PdfLink } from '../engine/pdf-engine.ts';
import { useViewerStore } from '../viewer-context.tsx';

/** The links of a page; the viewer decides what following one means. */
export function PageLinks({ pdf, page }: { pdf: PdfDocument; page: number }) {
  const store = useViewerStore();
  const [links, setLinks] = useState<readonly PdfLink[]>([]);
  useEffect(() => {
    let here = true;
    pdf.links(page).then(
      (found) => here && setLinks(found),
      () => {
        // A page whose links can't be read is still readable.
      },
    );
    return () => {
      here = false;
    };
  }, [pdf, page]);
  return links.map(({ area, target }, index) => (
    <button
      // biome-ignore lint/suspicious/noArrayIndexKey: the links of a page never change
      key={index}
      type="button"
      className={`page__link page__link--${target.kind}`}
      aria-label={
        target.kind === 'outside'
          ? strings.viewer.externalName(target.url)
          : strings.viewer.internalName(strings.viewer.linkInside)
      }
      title={target.kind === 'outside' ? strings.viewer.externalName(target.url) : undefined}
      style={{
        left: `${100 * area.x}%`,
        top: `${100 * area.y}%`,
        width: `${100 * area.width}%`,
        height: `${100 * area.height}%`,
      }}
      onClick={() => void store.getState().follow(target)}
    />
  ));
}
