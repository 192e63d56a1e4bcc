/** Which kits' stored thumbnails are still to be made. */

export interface PictureTask {
  kitId: string;
  sha256: string;
  bytes: number;
}

/** Pictures that can't be made are not tried again for the same document while the window lives. */
export class PictureList {
  readonly #failed = new Set<string>();
  #tasks: PictureTask[] = [];

  /** Takes the kits that are without pictures now, the most wanted first. */
  renew(tasks: readonly PictureTask[]): void {
    this.#tasks = tasks.filter(({ kitId, sha256 }) => !this.#failed.has(`${kitId} ${sha256}`));
  }

  next(): PictureTask | null {
    return this.#tasks[0] ?? null;
  }

  /** The pictures are made, or can't be. */
  done(task: PictureTask, failed: boolean): void {
    if (failed) this.#failed.add(`${task.kitId} ${task.sha256}`);
    this.#tasks = this.#tasks.filter(({ kitId }) => kitId !== task.kitId);
  }
}
