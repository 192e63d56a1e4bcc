import type { KitService } from '../service/trip-kit-service.ts';
import type { DocumentInTheMaking } from './kit-documents.ts';
import type { KitRunContext } from './run-context.ts';
import type { Wait } from './waits.ts';

/** A try that brought less made no real progress and counts as another consecutive failure, bytes. */
export const PROGRESS_BYTES = 65_536;
/** A download without new bytes for this long, or up to twice as long, is shown as silent, ms. */
const QUIET_MS = 4_000;

/**
 * One try of a kit's download. If nothing comes for a while, it shows that until bytes come again or the try ends.
 *
 * @param onBegin called before the first byte of a document that starts from the beginning; may refuse it
 * @throws as the service’s download, and what `onBegin` throws
 */
export async function receiveDocument(
  { profile, dates, kit, clock, signal, waiting, through, progress }: KitRunContext,
  service: KitService,
  url: string,
  document: DocumentInTheMaking,
  onBegin: (total: number | null) => Promise<void>,
): Promise<void> {
  const { id } = kit();
  const over = new AbortController();
  const before = document.received;
  let last: number | null = null;
  const watch = async () => {
    for (;;) {
      const then = last;
      await clock.sleep(QUIET_MS, over.signal);
      if (then !== null && then === last) waiting(silence(then));
    }
  };
  const watching = watch().catch(() => {});
  try {
    await service.download(url, document, {
      onBegin,
      onProgress: (received, total) => {
        last = clock.now();
        // What the calls before it ran into is over when bytes come; for others, when there are so many.
        through(null);
        waiting(null);
        if (received - before >= PROGRESS_BYTES) profile.storageBreaker.answered();
        progress({ received, total });
      },
      onStored: (at) => dates.learned(id, 'storage', at === null ? null : { from: null, at }),
      signal,
    });
  } finally {
    over.abort();
    await watching;
    waiting(null);
  }
}

/** The storage has sent nothing since `since`, ms since 1970 UTC. */
function silence(since: number): Wait {
  const text = 'The storage has stopped sending.';
  const why = `${text} What is here stays, and the download continues from there.`;
  return { reason: 'silence', text, why, since, until: null, may_try: false };
}
