/** The PDF engine of this window: each document is read by a frame of its own, a page of another origin (document-frame.ts). */
import { abortError, bounded } from '../../../documents/messages/messages.ts';
import type { Bridge } from '../../../shell/state/bridge.ts';
import { isAway } from '../paint/activity.ts';
import { DocumentFrame } from './document-frame.ts';
import { FrameDocument, type OpenedFrame } from './frame-document.ts';
import { type PdfEngine, PdfError, type PdfSource } from './pdf-engine.ts';

/** What the engine calls of the main process. */
type EngineBridge = { documents: Pick<Bridge['documents'], 'pass' | 'endPass'> };

/** Longest wait for a pass, ms. */
const PASS_TIMEOUT_MS = 20_000;
/** How long no document must have been open before a frame is started for the next one, ms. */
const REFILL_MS = 300;

const instances = new WeakMap<EngineBridge, PdfEngine>();

/** The engine of this window. */
export function frameEngineOf(bridge: EngineBridge): PdfEngine {
  const there = instances.get(bridge) ?? createEngine(bridge);
  instances.set(bridge, there);
  return there;
}

function createEngine({ documents }: EngineBridge): PdfEngine {
  const frames = new DocumentFrames();
  /** The last view of each document, by kit and hash. */
  const views = new Map<string, FrameDocument>();
  let open = 0;

  function opened(): void {
    open += 1;
  }
  function closed(): void {
    open -= 1;
    setTimeout(() => open === 0 && frames.warm(), REFILL_MS);
  }
  /** Lets the frame read the document, and opens it there. Ends the frame if that fails. */
  async function openIn(
    frame: DocumentFrame,
    { kitId, bytes }: Omit<PdfSource, 'sha256'>,
    file: string | null,
    signal: AbortSignal,
  ): Promise<OpenedFrame> {
    try {
      const asked = documents.pass(kitId, frame.number);
      void frame.ended.then(() => documents.endPass(frame.number)).catch(() => {});
      const pass = await bounded(asked, PASS_TIMEOUT_MS, signal);
      const found = await frame.call({ name: 'open', pass, bytes, file }, signal);
      return { frame, ...found };
    } catch (error) {
      frame.end();
      if (signal.aborted) throw abortError();
      throw error instanceof PdfError ? error : new PdfError('gone', error);
    }
  }

  return {
    warm: () => frames.warm(),
    cool: () => frames.cool(),
    async open(source, signal) {
      opened();
      const openFrame = (file: string | null, until: AbortSignal) =>
        openIn(frames.take(), source, file, until);
      const key = `${source.kitId} ${source.sha256}`;
      const twin = source.sha256 === null ? null : views.get(key)?.twin();
      try {
        const document = twin ?? (await FrameDocument.open(openFrame, signal));
        views.set(key, document);
        document.onClose(() => {
          closed();
          if (views.get(key)?.isOver) views.delete(key);
        });
        return document;
      } catch (error) {
        closed();
        throw error;
      }
    },
  };
}

/** The frames of this window. Keeps one frame that was started in advance, because starting one takes 60 ms. */
class DocumentFrames {
  #spare: DocumentFrame | null = null;

  /** Starts the frame for the next document in advance, where somebody is there to open one. */
  warm(): void {
    if (isAway()) return;
    if (!this.#spare || this.#spare.isEnded) this.#spare = new DocumentFrame();
  }

  /** Ends the frame that was started in advance. */
  cool(): void {
    this.#spare?.end();
    this.#spare = null;
  }

  /** A frame that is not in use. */
  take(): DocumentFrame {
    const spare = this.#spare?.isEnded ? null : this.#spare;
    this.#spare = null;
    return spare ?? new DocumentFrame();
  }
}
