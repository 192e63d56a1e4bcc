import type { Notice } from '../../preload/contract.ts';
import type { Log } from '../common/log.ts';

/** If a kit is shown at two crashes within this time, ms, it is the likely cause. */
export const SAME_KIT_MS = 10 * 60_000;
/** After more than `MOST` crashes within `LOOP_MS`, reloading does not help the page. */
export const LOOP_MS = 60_000;
export const MOST = 3;

interface CrashRecoveryDeps {
  /** A kit's name for people; null if it is no longer known. */
  nameOf(kit_id: string): string | null;
  notices: { add(notice: Notice, when?: 'now'): void; withdraw(id: string): void };
  /** The page keeps crashing: tells the person and ends the app. */
  giveUp(): void;
  /** Ms, monotonic. */
  now(): number;
  log: Log;
}

/** The window of the crash. */
interface CrashedWindow {
  /** The kits on its screen at that moment, the active one first. */
  shown: readonly string[];
  /** Reloads its page, which starts in the library; or closes the window. */
  restore(): Promise<void>;
  /** What `restore` does. */
  what: 'reopened' | 'closed';
}

interface Crash {
  at: number;
  kit_id: string | null;
}

/**
 * Reloads the page when it is gone (main/electron/session-guards.ts): a hostile or damaged document can crash the process that
 * draws it. The page starts in the library, and a further window is closed, so one document can't cause a loop; the notice
 * offers to open it.
 */
export class CrashRecovery {
  readonly #deps: CrashRecoveryDeps;
  #crashes: Crash[] = [];
  #count = 0;

  constructor(deps: CrashRecoveryDeps) {
    this.#deps = deps;
  }

  /** The page's process has ended, with Electron's `reason` and `exitCode`; or the page has `left` the app. */
  gone({ reason, exitCode }: { reason: string; exitCode: number }, window: CrashedWindow): void {
    // A normal end of the page, for example a reload.
    if (reason === 'clean-exit') return;
    const { notices, giveUp, now, log } = this.#deps;
    const at = now();
    const kit_id = window.shown[0] ?? null;
    log.error(`The page is gone: ${reason}, code ${exitCode}, kit ${kit_id ?? 'none'}.`);
    this.#crashes = [...this.#crashes.filter((crash) => at - crash.at < SAME_KIT_MS), { at, kit_id }];
    if (this.#crashes.filter((crash) => at - crash.at < LOOP_MS).length > MOST) {
      giveUp();
      return;
    }
    notices.withdraw(`crash:${this.#count}`);
    this.#count += 1;
    notices.add({ id: `crash:${this.#count}`, ...this.#words(kit_id, reason, window.what) }, 'now');
    window.restore().catch((error: unknown) => log.error('The page could not be loaded again.', error));
  }

  #words(kit_id: string | null, reason: string, what: CrashedWindow['what']): Omit<Notice, 'id'> {
    const name = kit_id === null ? null : this.#deps.nameOf(kit_id);
    const why =
      reason === 'oom' || reason === 'memory-eviction' ? ' because this laptop ran out of memory' : '';
    if (kit_id === null || name === null) {
      return {
        severity: 'warning',
        message: `${what === 'reopened' ? 'The window' : 'A window'} stopped working${why} and was ${what === 'reopened' ? 'opened again' : 'closed'}. Your kits and what was going on are not affected.`,
      };
    }
    const times = this.#crashes.filter((crash) => crash.kit_id === kit_id).length;
    if (times > 1) {
      return {
        severity: 'error',
        message: `The view of ${name} stopped working ${times} times${why}. Save a copy and read it with another viewer, and tell support. Your other kits are not affected.`,
        kit: { kit_id, offer: ['copy'] },
      };
    }
    return {
      severity: 'warning',
      message: `The view of ${name} stopped working${why}, so the window was ${what === 'reopened' ? 'opened again' : 'closed'}. Your kits are not affected: open it again, or save a copy and read it with another viewer.`,
      kit: { kit_id, offer: ['open', 'copy'] },
    };
  }
}
