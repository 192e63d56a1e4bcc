import type { PlacedRun, PlacedText } from '../../../documents/messages/document.ts';
import {
  type Answers,
  abortError,
  bounded,
  type DocumentCall,
} from '../../../documents/messages/messages.ts';
import { showBitmap } from '../paint/canvases.ts';
import type { DocumentFrame } from './document-frame.ts';
import {
  type InnerTarget,
  type OutlineItem,
  type PageRegion,
  type PageSize,
  type PaintRequest,
  type PdfComment,
  type PdfDocument,
  PdfError,
  type PdfLink,
  type Place,
  type TextRun,
} from './pdf-engine.ts';

/** Longest side of a picture, px, and its most pixels: a sheet of A0 for paper at 200 dots an inch. */
const LONGEST_SIDE = 16_384;
const MOST_PIXELS = 80_000_000;
/** How long another frame may take to open the document, ms. */
const RENEW_TIMEOUT_MS = 75_000;

const never = new AbortController().signal;

/** A frame in which the document is open. */
export interface OpenedFrame {
  readonly frame: Pick<DocumentFrame, 'call' | 'tell' | 'end' | 'isEnded' | 'changed'>;
  readonly pageCount: number;
  /** The file's ETag; null if there is none. */
  readonly file: string | null;
}

/** Opens the document in another frame; `file`: only if it is still this file. Rejects with a PdfError or an AbortError. */
type OpenFrame = (file: string | null, signal: AbortSignal) => Promise<OpenedFrame>;

/** What reads a document for all its views. If the frame's process dies, another frame takes over, unnoticed by callers. */
class LivingFrame {
  readonly pageCount: number;
  /** Resolves when the file was replaced. */
  readonly changed = Promise.withResolvers<void>();
  isChanged = false;
  readonly #file: string | null;
  readonly #open: OpenFrame;
  readonly #closing = new AbortController();
  #views = 0;
  #frame: OpenedFrame['frame'];
  #renewing: Promise<OpenedFrame['frame']> | null = null;

  constructor({ frame, pageCount, file }: OpenedFrame, open: OpenFrame) {
    this.pageCount = pageCount;
    this.#file = file;
    this.#open = open;
    this.#frame = frame;
    void frame.changed.then(this.changed.resolve);
    void this.changed.promise.then(() => {
      this.isChanged = true;
    });
  }

  /** Whether its last view is closed. */
  get isOver(): boolean {
    return this.#closing.signal.aborted;
  }

  /** Sends a message to the last known frame. */
  tell(message: Parameters<OpenedFrame['frame']['tell']>[0]): void {
    this.#frame.tell(message);
  }

  join(): void {
    this.#views += 1;
  }

  /** A view closes; with the last one, the frame ends. */
  leave(): void {
    this.#views -= 1;
    if (this.#views > 0) return;
    this.#closing.abort();
    this.#frame.end();
  }

  /** A frame that is alive: a new one if the last one has died. */
  living(): Promise<OpenedFrame['frame']> {
    if (this.isOver) return Promise.reject(abortError());
    if (!this.#frame.isEnded) return Promise.resolve(this.#frame);
    this.#renewing ??= this.#renew().finally(() => {
      this.#renewing = null;
    });
    return this.#renewing;
  }

  async #renew(): Promise<OpenedFrame['frame']> {
    const { frame, pageCount } = await this.#open(this.#file, this.#closing.signal).catch(
      (error: unknown) => {
        if (error instanceof PdfError && error.kind === 'changed') this.changed.resolve();
        throw error;
      },
    );
    if (pageCount !== this.pageCount) {
      frame.end();
      this.changed.resolve();
      throw new PdfError('changed');
    }
    if (this.isOver) frame.end();
    this.#frame = frame;
    void frame.changed.then(this.changed.resolve);
    return frame;
  }
}

/** A view's document, which a frame reads. */
export class FrameDocument implements PdfDocument {
  readonly #frame: LivingFrame;
  readonly #closing = new AbortController();
  /** The last known sizes of pages, which determine the sizes of their pictures. */
  readonly #sizes = new Map<number, PageSize>();

  private constructor(frame: LivingFrame) {
    this.#frame = frame;
    frame.join();
  }

  /** Rejects as `open` does. */
  static async open(open: OpenFrame, signal: AbortSignal): Promise<FrameDocument> {
    const opened = await open(null, signal).catch((error: unknown) => {
      if (error instanceof PdfError && error.kind === 'engine') return open(null, signal);
      throw error;
    });
    return new FrameDocument(new LivingFrame(opened, open));
  }

  /** The same document for another view; null if no view has it open any more, or its file was replaced. */
  twin(): FrameDocument | null {
    return this.#frame.isOver || this.#frame.isChanged ? null : new FrameDocument(this.#frame);
  }

  /** Whether no view has it open any more. */
  get isOver(): boolean {
    return this.#frame.isOver;
  }

  get pageCount(): number {
    return this.#frame.pageCount;
  }

  async pageSize(page: number): Promise<PageSize> {
    const size = await this.#ask({ name: 'pageSize', page });
    this.#sizes.set(page, size);
    return size;
  }

  async paint({ page, canvas, scale, region, signal, remember = false }: PaintRequest): Promise<void> {
    const size = region ?? this.#sizes.get(page) ?? (await this.pageSize(page));
    const width = Math.max(1, Math.round(size.width * scale));
    const height = Math.max(1, Math.round(size.height * scale));
    if (Math.max(width, height) > LONGEST_SIDE || width * height > MOST_PIXELS) throw new PdfError('damaged');
    const call = { page, scale, region: region ?? null, width, height, remember };
    showBitmap(canvas, await this.#ask({ name: 'paint', ...call }, signal));
  }

  async textLayer(
    page: number,
    container: HTMLElement,
    signal: AbortSignal,
  ): Promise<readonly HTMLElement[]> {
    const text: PlacedText = await this.#ask({ name: 'textLayer', page }, signal);
    return layText(container, text, signal);
  }

  text(page: number): Promise<readonly TextRun[]> {
    return this.#ask({ name: 'text', page });
  }

  links(page: number): Promise<readonly PdfLink[]> {
    return this.#ask({ name: 'links', page });
  }

  comments(page: number): Promise<readonly PdfComment[]> {
    return this.#ask({ name: 'comments', page });
  }

  pictures(page: number, signal: AbortSignal): Promise<readonly PageRegion[]> {
    return this.#ask({ name: 'pictures', page }, signal);
  }

  outline(): Promise<readonly OutlineItem[]> {
    return this.#ask({ name: 'outline' });
  }

  async resolve({ dest }: InnerTarget): Promise<Place | null> {
    const place = await this.#ask({ name: 'resolve', dest });
    return place && place.page <= this.pageCount ? place : null;
  }

  release(page: number): void {
    this.#frame.tell({ release: page });
  }

  retryReads(): void {
    this.#frame.tell({ retryReads: true });
  }

  onChanged(listener: () => void): void {
    void this.#frame.changed.promise.then(listener);
  }

  onClose(listener: () => void): void {
    const { signal } = this.#closing;
    if (signal.aborted) listener();
    else signal.addEventListener('abort', listener, { once: true });
  }

  async close(): Promise<void> {
    if (this.#closing.signal.aborted) return;
    this.#frame.leave();
    this.#closing.abort();
  }

  async #ask<Call extends DocumentCall>(
    call: Call,
    signal = never,
    again = true,
  ): Promise<Answers[Call['name']]> {
    if (this.#closing.signal.aborted) throw abortError();
    const frame = await bounded(this.#frame.living(), RENEW_TIMEOUT_MS, signal);
    try {
      return await frame.call(call, signal);
    } catch (error) {
      if (this.#closing.signal.aborted) throw abortError();
      const died = error instanceof PdfError && error.kind === 'engine' && frame.isEnded;
      if (died && again) return await this.#ask(call, signal, false);
      throw error;
    }
  }
}

/** Runs that are added at a time: a page of very dense text would otherwise take a whole frame. */
const AT_ONCE = 1_000;

/** Height of a 1 px letter: Chromium enlarges small fonts if a person has set a minimum size (PDF.js, TextLayer). */
let smallest: number | null = null;

/**
 * Fills the container (viewer.css, .textLayer). Resolves to one element for each run; elements without text are not added.
 * Rejects with an AbortError.
 */
async function layText(
  container: HTMLElement,
  { width, height, rotation, runs }: PlacedText,
  signal: AbortSignal,
): Promise<readonly HTMLElement[]> {
  smallest ??= smallestFont();
  const { style } = container;
  style.setProperty('--min-font-size', String(smallest));
  style.width = sideOf(width, 'x');
  style.height = sideOf(height, 'y');
  container.dataset.rotation = String(rotation);
  const elements: HTMLElement[] = [];
  for (let from = 0; from < runs.length; from += AT_ONCE) {
    if (from > 0) await new Promise((resolve) => setTimeout(resolve));
    if (signal.aborted) throw abortError();
    const lines = document.createDocumentFragment();
    for (const run of runs.slice(from, from + AT_ONCE)) {
      const element = spanOf(run);
      elements.push(element);
      if (run.text !== '') lines.append(element);
      if (run.lineEnd) lines.append(lineEnd());
    }
    container.append(lines);
  }
  return elements;
}

function spanOf({ text, left, top, fontHeight, family, scaleX, rotate, dir }: PlacedRun): HTMLElement {
  const span = document.createElement('span');
  const { style } = span;
  style.left = `${left}%`;
  style.top = `${top}%`;
  style.fontFamily = family;
  style.setProperty('--font-height', `${fontHeight}px`);
  if (scaleX !== 1) style.setProperty('--scale-x', String(scaleX));
  if (rotate !== 0) style.setProperty('--rotate', `${rotate}deg`);
  span.setAttribute('role', 'presentation');
  span.textContent = text;
  span.dir = dir;
  return span;
}

function lineEnd(): HTMLElement {
  const br = document.createElement('br');
  br.setAttribute('role', 'presentation');
  return br;
}

function sideOf(points: number, axis: 'x' | 'y'): string {
  return `round(down, var(--total-scale-factor) * ${points}px, var(--scale-round-${axis}))`;
}

function smallestFont(): number {
  const letter = document.createElement('div');
  Object.assign(letter.style, { opacity: '0', lineHeight: '1', fontSize: '1px', position: 'absolute' });
  letter.textContent = 'X';
  document.body.append(letter);
  const { height } = letter.getBoundingClientRect();
  letter.remove();
  return height;
}
