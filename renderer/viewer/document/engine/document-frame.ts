/**
 * The page of one document: a frame of another origin, which Chromium runs in its own process, without persistent storage,
 * and the gate that checks everything that the frame sends.
 */

import { workerUrl } from '../../../design/workers/worker-url.ts';
import { PdfError, type PdfErrorKind } from '../../../documents/messages/document.ts';
import {
  type Answers,
  abortError,
  bounded,
  type DocumentCall,
  type FromGate,
  HANDSHAKE,
  type ToDocument,
} from '../../../documents/messages/messages.ts';
import gateScript from './gate-worker.ts?worker&url';

/** How long a frame may take to start, ms. */
const START_TIMEOUT_MS = 30_000;
/** Limit of one call, ms: longer than the frame's own limits (renderer/documents/pdfjs-runs.ts), so the frame reports what was slow. */
const CALL_TIMEOUT_MS = 75_000;
/** Frame numbers are below this (preload/contract/common.ts). */
const NUMBERS = 1_000_000_000;

/** Limits do not count while the window is hidden; the frame's own limits do not either. */
const hidden = () => document.hidden;

interface Waiting {
  resolve(value: Answers[keyof Answers]): void;
  reject(error: unknown): void;
}

/** A number that no frame had before, so data that Chromium keeps for an origin never reaches another document. */
function drawNumber(): number {
  const [drawn = 0] = crypto.getRandomValues(new Uint32Array(1));
  return (drawn % (NUMBERS - 1)) + 1;
}

/** The origin of the frame with this number, beside that of this page: app://documents-N. */
function originOf(number: number): string {
  const { protocol, host } = location;
  return `${protocol}//${host.replace(/^[^.:]+/, `documents-${number}`)}`;
}

/** A frame that nobody sees or reaches, but inside the window, because Chromium throttles frames outside it. */
function hiddenFrame(src: string): HTMLIFrameElement {
  const frame = document.createElement('iframe');
  frame.setAttribute('sandbox', 'allow-scripts allow-same-origin');
  frame.setAttribute('credentialless', '');
  frame.setAttribute('allow', '');
  frame.setAttribute('aria-hidden', 'true');
  frame.inert = true;
  Object.assign(frame.style, {
    position: 'fixed',
    inset: '0 auto auto 0',
    width: '1px',
    height: '1px',
    border: '0',
    opacity: '0',
    pointerEvents: 'none',
  });
  frame.src = src;
  return frame;
}

export class DocumentFrame {
  readonly number = drawNumber();
  readonly #gate = new Worker(workerUrl(gateScript), { type: 'module', name: 'gate' });
  readonly #frame: HTMLIFrameElement;
  readonly #waiting = new Map<number, Waiting>();
  readonly #ended = Promise.withResolvers<void>();
  readonly #changed = Promise.withResolvers<void>();
  readonly #late: ReturnType<typeof setTimeout>;
  #isEnded = false;
  #serial = 0;

  /** Starts the frame; calls may be made at once. */
  constructor() {
    const origin = originOf(this.number);
    const { port1, port2 } = new MessageChannel();
    this.#gate.addEventListener('message', ({ data }: MessageEvent<FromGate>) => this.#take(data));
    this.#gate.addEventListener('error', () => this.end());
    this.#gate.postMessage(port1, [port1]);
    this.#frame = hiddenFrame(`${origin}/`);
    const greet = () => this.#frame.contentWindow?.postMessage(HANDSHAKE, origin, [port2]);
    this.#frame.addEventListener('load', greet, { once: true });
    this.#late = setTimeout(() => this.end(), START_TIMEOUT_MS);
    document.body.append(this.#frame);
  }

  /** Whether the frame was ended, or its process has died. */
  get isEnded(): boolean {
    return this.#isEnded;
  }

  /** Resolves when the frame ends. */
  get ended(): Promise<void> {
    return this.#ended.promise;
  }

  /** Resolves when the file was replaced after it was opened. */
  get changed(): Promise<void> {
    return this.#changed.promise;
  }

  /** Makes a call. Rejects with a PdfError (`engine` if the frame has ended), or an AbortError. */
  async call<Call extends DocumentCall>(call: Call, signal: AbortSignal): Promise<Answers[Call['name']]> {
    if (signal.aborted) throw abortError();
    if (this.#isEnded) throw new PdfError('engine');
    this.#serial += 1;
    const id = this.#serial;
    const { promise, resolve, reject } = Promise.withResolvers<Answers[keyof Answers]>();
    this.#waiting.set(id, { resolve, reject });
    this.#send({ id, call });
    try {
      return (await bounded(promise, CALL_TIMEOUT_MS, signal, hidden)) as Answers[Call['name']];
    } catch (error) {
      // Nobody takes an answer that arrives together with the abort.
      promise.then(discard, () => {});
      if (this.#waiting.delete(id)) {
        this.#send({ stop: id });
        // The frame does not even report that PDF.js is slow, so it hangs.
        if (error instanceof PdfError) this.end();
      }
      throw error;
    }
  }

  /** Sends a message that has no answer. */
  tell(message: Exclude<ToDocument, { call: unknown } | { stop: number }>): void {
    this.#send(message);
  }

  /** Removes the frame; waiting calls reject. */
  end(): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    clearTimeout(this.#late);
    this.#gate.terminate();
    this.#frame.remove();
    for (const { reject } of this.#waiting.values()) reject(new PdfError('engine'));
    this.#waiting.clear();
    this.#ended.resolve();
  }

  #send(message: ToDocument): void {
    if (!this.#isEnded) this.#gate.postMessage(message);
  }

  #take(message: FromGate): void {
    if ('ready' in message) clearTimeout(this.#late);
    else if ('gone' in message) this.end();
    else if ('changed' in message) this.#changed.resolve();
    else {
      const waiting = this.#waiting.get(message.id);
      this.#waiting.delete(message.id);
      if ('failure' in message) waiting?.reject(asError(message.failure));
      else if (waiting) waiting.resolve(message.value);
      else discard(message.value);
    }
  }
}

function asError(failure: PdfErrorKind | 'aborted'): unknown {
  return failure === 'aborted' ? abortError() : new PdfError(failure);
}

/** Frees the pixels of a picture that nobody uses. */
function discard(value: Answers[keyof Answers]): void {
  if (value instanceof ImageBitmap) value.close();
}
