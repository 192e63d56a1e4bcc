import { TripKitError } from '../common/errors.ts';
import type { KitDocument, KitRecord } from '../library/kit-record.ts';
import { CallFailure } from '../service/call-failure.ts';
import { UrlRefused } from '../service/download.ts';
import { askForPdf } from './ask-service.ts';
import type { DocumentInTheMaking } from './kit-documents.ts';
import { type KitRunContext, type RunState, urgency } from './run-context.ts';
import { serverState, waitAfter, wentWell } from './run-failures.ts';
import { writeDown } from './write-down.ts';

/** How often a refused URL is replaced by a fresh one, and an unsound document fetched anew, before that is a failure. */
const FRESH_URLS = 3;
const FRESH_DOCUMENTS = 1;
/** A try that brought less did not really make progress; it counts as one more failure in a row. Bytes. */
const PROGRESS_BYTES = 65_536;
/** Written to the disk besides the document. Bytes. */
const SPARE_BYTES = 16 * 1024 ** 2;

/** Downloads, verifies and publishes the kit's document; afterwards the kit is ready, or generating again. */
export async function fetchDocument(context: KitRunContext, run: RunState): Promise<void> {
  const { lane, documents, signal } = context;
  const kit = context.kit();
  await lane.downloads.run(urgency(kit), signal, async () => {
    for (let unsound = 0; ; unsound += 1) {
      const document = await documents.open(kit);
      try {
        if (!(await download(context, run, document))) {
          await writeDown(context, { type: 'generating_again' });
          return;
        }
        const verified = await verifyAndPublish(context, kit, document);
        await writeDown(context, { type: 'verified', document: verified });
        return;
      } catch (error) {
        if (!(error instanceof TripKitError) || error.kind !== 'document') throw error;
        await document.discard();
        if (unsound === FRESH_DOCUMENTS || unacceptable(error)) throw error;
        run.url = null;
      } finally {
        context.progress(null);
        await document.close();
      }
    }
  });
}

/** An unacceptable URL stays one; only an unsound document is worth another try. */
function unacceptable(error: TripKitError): boolean {
  return error.condition?.startsWith('url_') === true || error.condition === 'too_many_redirects';
}

/** Whether the whole document has arrived; false where the service says that it is being generated again. */
async function download(
  context: KitRunContext,
  run: RunState,
  document: DocumentInTheMaking,
): Promise<boolean> {
  const { lane, signal } = context;
  const service = await lane.service();
  for (let refused = 0; ; ) {
    const before = document.received;
    try {
      if (run.url === null && (await askForPdf(context, run)).state === 'generating') return false;
      const url = run.url ?? '';
      await lane.storageOutage.through(
        signal,
        () =>
          service.download(url, spaceChecked(document, context), {
            onProgress: (received, total) => context.progress({ received, total }),
            signal,
          }),
        serverState,
      );
      wentWell(run);
      return true;
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error;
      if (error instanceof UrlRefused) {
        refused += 1;
        if (refused === FRESH_URLS) throw error;
        run.url = null;
      } else if (error.remedy !== 'wait') {
        throw error;
      } else {
        if (document.received - before >= PROGRESS_BYTES) wentWell(run);
        await waitAfter(error, context, run);
        context.activity(null);
      }
    }
  }
}

async function verifyAndPublish(
  context: KitRunContext,
  kit: KitRecord,
  document: DocumentInTheMaking,
): Promise<KitDocument> {
  const { bytes, sha256 } = await document.finish();
  const { pages } = await context.documents.verify(document.path, context.signal);
  await context.documents.publish(kit, document);
  return { bytes, sha256, pages };
}

/** The document as the download sees it: one that has no room on the disk is refused before its first byte. */
function spaceChecked(document: DocumentInTheMaking, { documents }: KitRunContext) {
  return {
    get received() {
      return document.received;
    },
    get etag() {
      return document.etag;
    },
    get total() {
      return document.total;
    },
    async begin(start: { etag: string | null; total: number | null }) {
      await document.begin(start);
      const needed = (start.total ?? 0) + SPARE_BYTES;
      if ((await documents.freeSpace()) < needed) {
        throw new TripKitError(
          'disk',
          `There is no room for the document (${Math.ceil(needed / 1024 ** 2)} MB are needed). Make room on this disk and try again.`,
          { condition: 'no_space' },
        );
      }
    },
    write: (piece: Uint8Array) => document.write(piece),
  };
}
