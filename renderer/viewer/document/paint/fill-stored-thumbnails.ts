import type { Bridge } from '../../../shell/state/bridge.ts';
import type { PdfEngine } from '../engine/pdf-engine.ts';
import { painterOf } from './page-painter.ts';
import type { PictureTask } from './picture-list.ts';
import { StoredThumbnails } from './stored-thumbnails.ts';
import { makeStoredThumbnails, outwards } from './thumbnail-maker.ts';

/**
 * Opens a document that nobody reads, and makes the stored thumbnails that it lacks.
 *
 * @returns whether it lacks none now. Rejects with a PdfError, an AbortError, or as a call does.
 */
export async function fillStoredThumbnails(
  engine: PdfEngine,
  bridge: Pick<Bridge, 'reading'>,
  task: PictureTask,
  signal: AbortSignal,
): Promise<boolean> {
  const document = await engine.open({ kitId: task.kitId, bytes: task.bytes }, signal);
  try {
    const thumbnails = new StoredThumbnails(task, bridge);
    const pages = () => outwards(1, document.pageCount);
    const order = () => {
      // Whoever opens a kit meanwhile finds a frame, as without this.
      engine.warm?.();
      return pages();
    };
    await makeStoredThumbnails({ pictures: painterOf(document).aside, thumbnails, order, signal });
    return [...pages()].every((page) => !thumbnails.lacks(page));
  } finally {
    await document.close();
  }
}
