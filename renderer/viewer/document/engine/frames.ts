import { DocumentFrame } from './document-frame.ts';

/** The frames of this window: one that was started before it was needed is kept, as a frame takes 60 ms to start. */
export class DocumentFrames {
  #spare: DocumentFrame | null = null;

  /** Starts the frame of the next document, so that it need not wait for it. */
  warm(): void {
    if (!this.#spare || this.#spare.isEnded) this.#spare = new DocumentFrame();
  }

  /** Ends the one that waits. */
  cool(): void {
    this.#spare?.end();
    this.#spare = null;
  }

  /** A frame that nobody else has. */
  take(): DocumentFrame {
    const spare = this.#spare?.isEnded ? null : this.#spare;
    this.#spare = null;
    return spare ?? new DocumentFrame();
  }
}
