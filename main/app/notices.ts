/** What the app has to say by itself: what was wrong at the start, and what will be. */

export interface AppNotice {
  /** Stable: the same fact has the same id, so that it is said once. */
  id: string;
  severity: 'info' | 'warning' | 'error';
  /** What happened and what to do next; never a secret. */
  message: string;
}

const gravity = { error: 0, warning: 1, info: 2 } as const;

/** The notices that nobody has dismissed yet. They last until the app ends. */
export class NoticeBoard {
  readonly #notices = new Map<string, AppNotice>();
  readonly #dismissed = new Set<string>();
  readonly #listeners = new Set<(notices: AppNotice[]) => void>();

  /** Puts a notice up, or changes the one of this id. One that was dismissed stays away, unless its words changed. */
  add(notice: AppNotice): void {
    if (this.#dismissed.has(keyOf(notice))) return;
    const known = this.#notices.get(notice.id);
    if (known && keyOf(known) === keyOf(notice)) return;
    this.#notices.set(notice.id, notice);
    this.#tell();
  }

  /** Takes a notice down whose fact is gone. */
  withdraw(id: string): void {
    if (this.#notices.delete(id)) this.#tell();
  }

  /** A person has seen it. */
  dismiss(id: string): void {
    const known = this.#notices.get(id);
    if (!known) return;
    this.#dismissed.add(keyOf(known));
    this.withdraw(id);
  }

  /** The gravest first, else in the order in which they came. */
  list(): AppNotice[] {
    return [...this.#notices.values()].sort((a, b) => gravity[a.severity] - gravity[b.severity]);
  }

  /** Tells of every change; the answer unsubscribes. */
  onChange(listener: (notices: AppNotice[]) => void): () => void {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  #tell(): void {
    const notices = this.list();
    for (const listener of this.#listeners) listener(notices);
  }
}

function keyOf({ id, severity, message }: AppNotice): string {
  return JSON.stringify([id, severity, message]);
}
