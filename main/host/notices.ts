/** Notices: problems at the start, and facts that will need the person. The same fact has the same id, so it is shown once. */
import type { Notice } from '../../preload/contract.ts';
import { Listeners } from '../common/listeners.ts';

const gravity = { error: 0, warning: 1, info: 2 } as const;

/** The notices that nobody has dismissed yet, until the app ends. */
export class NoticeBoard {
  readonly #notices = new Map<string, Notice>();
  /** Ids of notices that wait until cockpit mode ends. */
  readonly #waiting = new Map<string, Notice>();
  #holding = false;
  readonly #dismissed = new Set<string>();
  readonly #listeners = new Listeners<[Notice[]]>();

  /**
   * Shows a notice, or changes the one with this id. A dismissed notice is not shown again until the app ends.
   *
   * @param when `now`: it answers the person's own action, or is about something on their screen, so it never waits
   */
  add(notice: Notice, when?: 'now'): void {
    if (this.#dismissed.has(notice.id)) return;
    if (this.#holding && when !== 'now') {
      this.#waiting.set(notice.id, notice);
      return;
    }
    const known = this.#notices.get(notice.id);
    if (known?.message === notice.message && known.severity === notice.severity) return;
    this.#notices.set(notice.id, notice);
    this.#notify();
  }

  /** Removes a notice that is no longer true. */
  withdraw(id: string): void {
    this.#waiting.delete(id);
    if (this.#notices.delete(id)) this.#notify();
  }

  /** The person has dismissed it. */
  dismiss(id: string): void {
    if (!this.#notices.has(id)) return;
    this.#dismissed.add(id);
    this.withdraw(id);
  }

  /** From now on new notices wait. @param all the notices already shown too: nobody has seen them yet */
  hold(all = false): void {
    this.#holding = true;
    if (!all) return;
    for (const [id, notice] of this.#notices) this.#waiting.set(id, notice);
    this.#notices.clear();
    this.#notify();
  }

  /** The waiting notices, most severe first. */
  waiting(): Notice[] {
    return [...this.#waiting.values()].sort((a, b) => gravity[a.severity] - gravity[b.severity]);
  }

  /** Shows the waiting notices. */
  release(): void {
    this.#holding = false;
    if (this.#waiting.size === 0) return;
    for (const [id, notice] of this.#waiting) this.#notices.set(id, notice);
    this.#waiting.clear();
    this.#notify();
  }

  /** Most severe first, else in the order of arrival. */
  list(): Notice[] {
    return [...this.#notices.values()].sort((a, b) => gravity[a.severity] - gravity[b.severity]);
  }

  /** Calls `listener` at every change. Returns a function that unsubscribes. */
  readonly onChange = this.#listeners.add;

  #notify(): void {
    this.#listeners.tell(this.list());
  }
}
