import { useEffect, useState } from 'react';
import { Icon } from '../../design/icons.tsx';
import { strings } from '../../strings/strings.ts';
import type { PdfComment, PdfDocument } from '../engine/pdf-engine.ts';
import { useViewerStore } from '../viewer-context.tsx';

/** The notes that are in the document itself: a sign for each, and its words when it is pressed. Read only. */
export function PageComments({ pdf, page }: { pdf: PdfDocument; page: number }) {
  const store = useViewerStore();
  const [comments, setComments] = useState<readonly PdfComment[]>([]);
  useEffect(() => {
    let here = true;
    pdf.comments(page).then(
      (found) => here && setComments(found),
      () => {
        // A page whose notes can't be read is still readable.
      },
    );
    return () => {
      here = false;
    };
  }, [pdf, page]);
  return comments.map(({ area, author, text, isDrawn }, index) => {
    const words = strings.viewer.comment(author, text);
    const size = isDrawn ? { width: `${100 * area.width}%`, height: `${100 * area.height}%` } : {};
    return (
      <button
        // biome-ignore lint/suspicious/noArrayIndexKey: the notes of a document never change
        key={index}
        type="button"
        className={isDrawn ? 'page__comment' : 'page__comment page__comment--sign'}
        aria-label={words}
        title={words}
        style={{ left: `${100 * area.x}%`, top: `${100 * area.y}%`, ...size }}
        onClick={() => store.getState().tell(words)}
      >
        {isDrawn ? null : <Icon name="note" />}
      </button>
    );
  });
}
