/**
 * The page that verifies one document, or takes its text, where nobody sees it. The main process opens it for that document, and
 * asks and hears by answers to its requests (main/documents/job-channel.ts). Its pass is in its address.
 */

import { getDocument, PDFDataRangeTransport, PDFWorker, VerbosityLevel } from 'pdfjs-dist';
import { packContent } from '../../main/comparison/rules/page-content.ts';
import type { Answer, Task } from '../../main/documents/jobs/answers.ts';
import { type OpenDocument, runJob } from '../../main/documents/jobs/job.ts';
import { workerUrl } from '../design/workers/worker-url.ts';

const pass = location.hash.slice(1);

/** Says something, and waits for what is wanted next; null where nothing is. */
async function tell(answer: Answer | 'ready'): Promise<unknown> {
  const response = await fetch(`/job/${pass}`, { method: 'POST', body: JSON.stringify(plain(answer)) });
  return response.status === 200 ? response.json() : null;
}

/** The answer in plain values. */
function plain(answer: Answer | 'ready'): unknown {
  if (typeof answer === 'string' || !('content' in answer)) return answer;
  return { ...answer, content: answer.content && packContent(answer.content) };
}

/** What is read at once, bytes: no more is given (main/documents/job-channel.ts). */
const READ_BYTES = 256 * 1024;

/** Hands PDF.js the pieces that it asks for, one read after the other, so that the main process has one at a time. */
class PassTransport extends PDFDataRangeTransport {
  readonly #url: string;
  readonly #failed = Promise.withResolvers<never>();
  /** Rejects when the document can't be read. */
  readonly failed = this.#failed.promise;
  #last: Promise<void> = Promise.resolve();
  #isStopped = false;
  /** What was read of the document, bytes: PDF.js keeps all of it until it is closed. */
  bytesRead = 0;

  constructor(url: string, length: number) {
    super(length, null);
    this.#url = url;
    this.failed.catch(() => {});
  }

  override requestDataRange(begin: number, end: number): void {
    this.#last = this.#last
      .then(async () => {
        if (!this.#isStopped) this.onDataRange(begin, await this.#read(begin, end));
      })
      .catch((error: unknown) => this.#failed.reject(error));
  }

  override abort(): void {
    this.#isStopped = true;
  }

  async #read(begin: number, end: number): Promise<Uint8Array> {
    const bytes = new Uint8Array(end - begin);
    for (let at = 0; at < bytes.length && !this.#isStopped; ) {
      const first = begin + at;
      const last = Math.min(first + READ_BYTES, end) - 1;
      const response = await fetch(this.#url, { headers: { Range: `bytes=${first}-${last}` } });
      const piece = new Uint8Array(await response.arrayBuffer());
      if (!response.ok || piece.length === 0)
        throw new Error(`The document can’t be read: ${response.status}.`);
      bytes.set(piece, at);
      at += piece.length;
    }
    this.bytesRead += bytes.length;
    return bytes;
  }
}

/** The document behind `url`, of so many bytes. @param strict what can't be drawn is told, not left out */
function openDocument(url: string, length: number, strict: boolean): OpenDocument {
  return async (piece_bytes, use) => {
    const port = new Worker(workerUrl('/pdfjs/pdf.worker.min.mjs'), { type: 'module' });
    const broken = new Promise<never>((_resolve, reject) => {
      port.addEventListener('error', (event) => reject(new Error(event.message)));
    });
    const transport = new PassTransport(url, length);
    const loading = getDocument({
      range: transport,
      rangeChunkSize: piece_bytes,
      worker: PDFWorker.create({ port, verbosity: VerbosityLevel.ERRORS }),
      disableAutoFetch: true,
      disableStream: true,
      disableFontFace: true,
      useSystemFonts: false,
      useWasm: false,
      // Pictures are compared by their bytes, which a bitmap does not give.
      isOffscreenCanvasSupported: false,
      isImageDecoderSupported: false,
      // By default only for http(s); here it is the app's own scheme.
      useWorkerFetch: true,
      cMapUrl: new URL('/pdfjs/cmaps/', location.href).href,
      // Plain decoders of pictures, too.
      wasmUrl: new URL('/pdfjs/wasm/', location.href).href,
      stopAtErrors: strict,
      verbosity: VerbosityLevel.ERRORS,
    });
    try {
      const used = loading.promise.then((document) => use(document, () => transport.bytesRead));
      return await Promise.race([transport.failed, broken, used]);
    } finally {
      transport.abort();
      loading.destroy().catch(() => {});
      port.terminate();
    }
  };
}

const wanted = (await tell('ready')) as (Task & { bytes: number }) | null;
if (wanted !== null) {
  const { bytes, ...task } = wanted;
  const last = await runJob(
    task,
    openDocument(`/document/${pass}`, bytes, task.kind === 'content'),
    async (answer) => {
      const next = (await tell(answer)) as { batch: number } | null;
      if (next === null) throw new Error('nobody wants more');
      return next.batch;
    },
  );
  await tell(last);
}
