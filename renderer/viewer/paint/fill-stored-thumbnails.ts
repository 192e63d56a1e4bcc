import type { Bridge } from '../../ipc/bridge.ts';
import { documentSource, type PdfEngine } from '../engine/pdf-engine.ts';
import { warmWorkers } from '../engine/pdfjs-session.ts';
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
  const document = await engine.open(documentSource(task.kitId, task.bytes), signal);
  try {
    const thumbnails = new StoredThumbnails(task, bridge);
    const pages = () => outwards(1, document.pageCount);
    const order = () => {
      // Whoever opens a kit meanwhile finds workers, as without this; the engine takes them when it starts afresh.
      warmWorkers();
      return pages();
    };
    await makeStoredThumbnails({ pictures: painterOf(document).aside, thumbnails, order, signal });
    return [...pages()].every((page) => !thumbnails.lacks(page));
  } finally {
    await document.close();
  }
}
