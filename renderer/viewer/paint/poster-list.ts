/** Which posters are still to be made. */

export interface PosterTask {
  kitId: string;
  sha256: string;
  bytes: number;
}

/** A poster that can't be made is not tried again for the same document while the window lives. */
export class PosterList {
  readonly #failed = new Set<string>();
  #tasks: PosterTask[] = [];

  /** Takes the kits that are without a poster now, the most wanted first. */
  renew(tasks: readonly PosterTask[]): void {
    this.#tasks = tasks.filter(({ kitId, sha256 }) => !this.#failed.has(`${kitId} ${sha256}`));
  }

  next(): PosterTask | null {
    return this.#tasks[0] ?? null;
  }

  /** The poster is made, or can't be. */
  done(task: PosterTask, failed: boolean): void {
    if (failed) this.#failed.add(`${task.kitId} ${task.sha256}`);
    this.#tasks = this.#tasks.filter((one) => one !== task);
  }
}
