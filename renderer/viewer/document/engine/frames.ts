import { DocumentFrame } from './document-frame.ts';

/** The frames of this window. Keeps one frame that was started in advance, because starting one takes 60 ms. */
export class DocumentFrames {
  #spare: DocumentFrame | null = null;

  /** Starts the frame for the next document in advance. */
  warm(): void {
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
