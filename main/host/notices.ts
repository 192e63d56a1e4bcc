/** Notices: what was wrong at the start, and what will need the person. */

export interface AppNotice {
  /** Stable: the same fact has the same id, so that it is shown once. */
  id: string;
  severity: 'info' | 'warning' | 'error';
  /** What happened and what to do next; never a secret. */
  message: string;
  /** The kit that it is about: the window offers to open it, or to save a copy of it. */
  kit?: { kit_id: string; offer: ('open' | 'copy')[] };
  /** Offers to restore a backup copy. */
  restore?: boolean;
  /** Offers the page of managed settings. */
  managed?: boolean;
  /** Offers to open set-up there. */
  setup?: { part: 'identity'; profile_id: string };
}

const gravity = { error: 0, warning: 1, info: 2 } as const;

/** The notices that nobody has dismissed yet. They last until the app ends. */
export class NoticeBoard {
  readonly #notices = new Map<string, AppNotice>();
  /** In cockpit mode: those that wait to be shown. */
  readonly #waiting = new Map<string, AppNotice>();
  #holding = false;
  readonly #dismissed = new Set<string>();
  readonly #listeners = new Set<(notices: AppNotice[]) => void>();

  /**
   * Puts a notice up, or changes the one of this id. One that was dismissed stays away until the app ends.
   *
   * @param when `now`: it answers a person's own act, or says what became of what is on their screen, so that it never waits
   */
  add(notice: AppNotice, when?: 'now'): void {
    if (this.#dismissed.has(notice.id)) return;
    if (this.#holding && when !== 'now') {
      this.#waiting.set(notice.id, notice);
      return;
    }
    const known = this.#notices.get(notice.id);
    if (known?.message === notice.message && known.severity === notice.severity) return;
    this.#notices.set(notice.id, notice);
    this.#tell();
  }

  /** Takes a notice down whose fact is gone. */
  withdraw(id: string): void {
    this.#waiting.delete(id);
    if (this.#notices.delete(id)) this.#tell();
  }

  /** A person has seen it. */
  dismiss(id: string): void {
    if (!this.#notices.has(id)) return;
    this.#dismissed.add(id);
    this.withdraw(id);
  }

  /** From now on new notices wait. @param all those that are up, too: nobody has seen them yet */
  hold(all = false): void {
    this.#holding = true;
    if (!all) return;
    for (const [id, notice] of this.#notices) this.#waiting.set(id, notice);
    this.#notices.clear();
    this.#tell();
  }

  /** Those that wait, the gravest first. */
  held(): AppNotice[] {
    return [...this.#waiting.values()].sort((a, b) => gravity[a.severity] - gravity[b.severity]);
  }

  /** Puts up what waited. */
  release(): void {
    this.#holding = false;
    if (this.#waiting.size === 0) return;
    for (const [id, notice] of this.#waiting) this.#notices.set(id, notice);
    this.#waiting.clear();
    this.#tell();
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
