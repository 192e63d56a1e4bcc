/** Farthest that is read back, windows of a source: 2 MB, a scanned page in colour. */
export const FARTHEST = 4;

/**
 * Learns how far before a page the things lie that it shows. Most programs that write PDF write a page after its text and its
 * pictures, so that a jump to it reads forth and back, one read after the other: known from the jumps before, it is one step.
 */
export class ReachBack {
  /** The window that was jumped to last. */
  #jump: number | null = null;
  #learnt = 0;

  /**
   * A window that is not here is wanted. @param alone whether its neighbours are not here either
   * @returns how many windows before it to read at the same time
   */
  missed(window: number, alone: boolean): number {
    const back = this.#jump === null ? 0 : this.#jump - window;
    if (back > 0 && back <= FARTHEST) {
      this.#learnt = Math.max(this.#learnt, back);
      return 0;
    }
    if (!alone) return 0;
    this.#jump = window;
    return Math.min(this.#learnt, window);
  }
}
