/**
 * Communication between the main process and a document's page: by requests of the page to its own origin. A page without a preload
 * script has no port; and request bodies are read up to a limit and validated before use, unlike the results of `executeJavaScript`.
 * Each POST to /job/PASS carries an answer; its response is the next request. GET of /document/PASS reads pieces of the page's one
 * document. Does not use Electron.
 */
import { randomBytes } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import type { WorkerEvents } from '../background/supervised-worker.ts';
import { parseRange } from './byte-range.ts';
import type { DiskProblem, DocumentRequest } from './document-reader.ts';
import { MAX_ANSWER_BYTES, parseAnswer, type Task } from './jobs/answers.ts';

/** Longest piece of a document read at once, bytes; it takes a fraction of a millisecond of the main process. */
const MAX_PIECE_BYTES = 256 * 1024;
/** Maximum number of concurrent reads by a page. Our page uses one. */
const MAX_READS = 4;

/** The channel to one page, about one document. */
export class JobChannel {
  /** The secret that the page sends in its requests: 256 random bits. */
  readonly pass = randomBytes(32).toString('base64url');
  readonly #kind: Task['kind'];
  readonly #events: WorkerEvents;
  readonly #file: Promise<FileHandle>;
  /** Responds to the page's waiting POST. */
  #next: ((response: Response) => void) | null = null;
  #isReady = false;
  #isClosed = false;
  /** Whether a message is being received. */
  #isReceiving = false;
  #reads = 0;

  /** @param file the document, absolute; only the main process names it */
  constructor(kind: Task['kind'], file: string, events: WorkerEvents) {
    this.#kind = kind;
    this.#events = events;
    this.#file = open(file, 'r');
    // Each read reports the failure itself.
    this.#file.catch(() => {});
  }

  /** Responds to a request to the page's origin; null if it is for something else. */
  answer(request: Request): Promise<Response> | null {
    const [, what, pass] = /^\/(job|document)\/([\w-]+)$/.exec(new URL(request.url).pathname) ?? [];
    if (what === undefined) return null;
    if (pass !== this.pass || this.#isClosed) return Promise.resolve(empty(404));
    if (what === 'job') return request.method === 'POST' ? this.#onJob(request) : Promise.resolve(empty(405));
    return request.method === 'GET' ? this.#read(request) : Promise.resolve(empty(405));
  }

  /** Sends a request to the page. If the document can't be read from the disk, the channel answers instead. */
  async post(request: DocumentRequest): Promise<void> {
    try {
      const next = this.#next;
      this.#next = null;
      if (!('file' in request)) return next?.(Response.json(request));
      const { file: _, ...task } = request;
      const { size } = await (await this.#file).stat();
      next?.(Response.json({ ...task, bytes: size }));
    } catch (error) {
      this.#events.message(diskProblem(error));
    }
  }

  /** Ends all reads and messages. */
  close(): void {
    this.#isClosed = true;
    this.#next?.(empty(204));
    this.#next = null;
    // The file is closed after its reads have ended.
    this.#file.then((file) => file.close()).catch(() => {});
  }

  /** Receives the page's message, then waits for the next request to it. */
  async #onJob(request: Request): Promise<Response> {
    // Before any of it is read: bodies that wait together would fill the memory of this process.
    if (this.#isReceiving || this.#next !== null) {
      request.body?.cancel().catch(() => {});
      return this.#refuse('it said too much');
    }
    this.#isReceiving = true;
    const json = await textOf(request, MAX_ANSWER_BYTES).finally(() => {
      this.#isReceiving = false;
    });
    if (this.#isClosed) return empty(404);
    if (json === null) return this.#refuse('it said too much');
    const answer = this.#isReady ? parseAnswer(this.#kind, json) : json === '"ready"' ? 'ready' : null;
    if (answer === null) return this.#refuse('it said what no document is');
    this.#isReady = true;
    const { promise, resolve } = Promise.withResolvers<Response>();
    this.#next = resolve;
    this.#events.message(answer);
    return promise;
  }

  async #read(request: Request): Promise<Response> {
    if (this.#reads >= MAX_READS) return this.#refuse('it reads too much at once');
    this.#reads += 1;
    try {
      const file = await this.#file;
      const { size } = await file.stat();
      const range = parseRange(request.headers.get('Range'), size);
      if (typeof range === 'string' || range.last - range.first >= MAX_PIECE_BYTES) return empty(416);
      const bytes = Buffer.allocUnsafeSlow(range.last - range.first + 1);
      const { bytesRead } = await file.read(bytes, 0, bytes.byteLength, range.first);
      return new Response(bytes.subarray(0, bytesRead), { headers: { 'Cache-Control': 'no-store' } });
    } catch (error) {
      if (!this.#isClosed) this.#events.message(diskProblem(error));
      return empty(500);
    } finally {
      this.#reads -= 1;
    }
  }

  /** The page no longer runs our code: its document is refused. */
  #refuse(reason: string): Response {
    if (this.#isReady)
      this.#events.message({ problem: 'unsound', reason: `The document took its page over: ${reason}.` });
    else this.#events.ended(new Error(`The page of a document does not begin as it should: ${reason}.`));
    return empty(403);
  }
}

/** The body decoded from UTF-8; null if it is longer than `max_bytes`. */
async function textOf({ body }: Request, max_bytes: number): Promise<string | null> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of body ?? []) {
    bytes += piece.byteLength;
    if (bytes > max_bytes) return null;
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString('utf8');
}

function empty(status: number): Response {
  return new Response(null, { status });
}

function diskProblem(error: unknown): DiskProblem {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return { problem: 'disk', reason: error instanceof Error ? error.message : String(error), code };
}
