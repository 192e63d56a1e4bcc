import { Icon } from '../../design/icons.tsx';
import { useRead } from '../../shell/state/calls.ts';
import type { PdfDocument } from '../document/engine/pdf-engine.ts';
import { inPercent } from '../document/geometry/turns.ts';
import { useViewerStore } from '../document/viewer-context.tsx';
import { viewerWords } from '../words.ts';

interface OfPage {
  pdf: PdfDocument;
  page: number;
}

/** The links of a page; the viewer decides what following one means. */
export function PageLinks({ pdf, page }: OfPage) {
  const store = useViewerStore();
  // The page is readable without what can't be read.
  const links = useRead(() => pdf.links(page), pdf, page);
  return links?.map(({ area, target }, index) => {
    const outside = target.kind === 'outside' ? viewerWords.externalName(target.url) : undefined;
    return (
      <button
        // biome-ignore lint/suspicious/noArrayIndexKey: the links of a page never change
        key={index}
        type="button"
        className={`page__link page__link--${target.kind}`}
        aria-label={outside ?? viewerWords.internalName(viewerWords.linkInside)}
        title={outside}
        style={inPercent(area)}
        onClick={() => void store.getState().follow(target)}
      />
    );
  });
}

/** The document's own notes: an icon for each, and its text when pressed. Read only. */
export function PageComments({ pdf, page }: OfPage) {
  const store = useViewerStore();
  const comments = useRead(() => pdf.comments(page), pdf, page);
  return comments?.map(({ area, author, text, isDrawn }, index) => {
    const words = viewerWords.comment(author, text);
    const { left, top, ...size } = inPercent(area);
    return (
      <button
        // biome-ignore lint/suspicious/noArrayIndexKey: the notes of a document never change
        key={index}
        type="button"
        className={isDrawn ? 'page__comment' : 'page__comment page__comment--sign'}
        aria-label={words}
        title={words}
        style={{ left, top, ...(isDrawn ? size : {}) }}
        onClick={() => store.getState().tell(words)}
      >
        {isDrawn ? null : <Icon name="note" />}
      </button>
    );
  });
}
