/** Waiting on PDF.js and on the page that runs it, which wait for ever: every wait ends by an answer, a failure, a limit or an abort. */
import { PdfError } from './document.ts';

/** What an aborted wait rejects with. */
export function abortError(): DOMException {
  return new DOMException('aborted', 'AbortError');
}

/** How often the limit of a wait for frames is looked at, ms. */
const LOOK_MS = 1_000;

/** Starts counting `ms` and answers how to stop; with `paused`, time in which that is true does not count. */
function countDown(ms: number, end: () => void, paused?: () => boolean): () => void {
  if (!paused) {
    const timer = setTimeout(end, ms);
    return () => clearTimeout(timer);
  }
  let left = ms;
  const timer = setInterval(() => {
    if (!paused()) left -= LOOK_MS;
    if (left <= 0) end();
  }, LOOK_MS);
  return () => clearInterval(timer);
}

/** `work`, or an AbortError at the signal, or a PdfError `slow` after `ms` (in which `paused` was not true). */
export async function bounded<T>(
  work: Promise<T>,
  ms: number,
  signal: AbortSignal,
  paused?: () => boolean,
): Promise<T> {
  if (signal.aborted) {
    // Nobody waits for it any more, and its own end is nobody's error.
    work.catch(() => {});
    throw abortError();
  }
  const end = Promise.withResolvers<never>();
  const stop = countDown(ms, () => end.reject(new PdfError('slow')), paused);
  const onAbort = () => end.reject(abortError());
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    return await Promise.race([work, end.promise]);
  } finally {
    stop();
    signal.removeEventListener('abort', onAbort);
  }
}
