/** Decides which kits are removed automatically. One pure function serves both the preview and the removal. */

import { count, utcMinute } from '../common/text.ts';
import type { DomainCalls } from '../host/call-map.ts';
import type { Confirm, Question } from '../host/file-dialogs.ts';
import type { AppContext } from '../host/host.ts';
import type { NoticeBoard } from '../host/notices.ts';
import { refuseManaged } from '../settings/refuse-managed.ts';
import type { AppSettings } from '../settings/settings.ts';
import type { KitRecord } from '../store/kit-record.ts';
import type { KitEngine } from './kit-engine.ts';
import { canGoOn } from './lifecycle.ts';
import { FLIGHT_MS } from './rules/kit-facts.ts';
import { departureMs } from './rules/same-flight.ts';

/** The facts of a kit that retention needs. */
export type RetentionKit = Pick<KitRecord, 'id' | 'trip' | 'state' | 'state_since'> &
  Partial<Pick<KitRecord, 'document'>>;

/** Facts besides the kits themselves. Sets of our own kit ids. */
export interface RetentionFacts {
  /** ms since 1970 UTC. */
  now: number;
  /** How many days kits are kept after the departure; null keeps everything. */
  days: number | null;
  pinned: Pick<ReadonlySet<string>, 'has'>;
  /** Open in a viewer at this moment. */
  open: Pick<ReadonlySet<string>, 'has'>;
  /** Older id → newer ready id (kit-flags.ts). */
  superseded: ReadonlyMap<string, string>;
}

/** A kit that is removed, and a sentence that says why. */
interface RetentionDecision {
  id: string;
  why: string;
}

const day_ms = 24 * 60 * 60_000;

/**
 * The kits that the policy removes, in the order given.
 *
 * - pinned, open, planned and unfinished kits stay, and those that wait for a person's decision
 * - a readable kit, even a damaged one, is removed N days after its departure, but never within the day after it; without a
 *   known departure, N days after it became ready. A tracked kit that replaces a requested one has its departure
 * - a failed or cancelled kit without a document is removed after N days
 * - a policy that is not a number of days from 0 up removes nothing
 *
 * So a readable kit of a future flight always stays.
 */
export function planRetention(kits: readonly RetentionKit[], facts: RetentionFacts): RetentionDecision[] {
  const { days, pinned, open, now, superseded } = facts;
  if (days === null || !(days >= 0 && days < Infinity)) return [];
  const departures = knownDepartures(kits, superseded);
  return kits.flatMap((kit) => {
    const { id, state } = kit;
    if (pinned.has(id) || open.has(id) || canGoOn(state)) return [];
    const { due, why } = endOf(kit, departures.get(id) ?? null, days);
    return due <= now ? [{ id, why }] : [];
  });
}

/** A damaged document may be the only one that a person has: it is kept as long as a sound one. */
function isReadable({ state, document }: RetentionKit): boolean {
  return state === 'ready' || (document !== undefined && document !== null);
}

function endOf(kit: RetentionKit, departure: number | null, days: number): { due: number; why: string } {
  const { state, state_since } = kit;
  const kept = count(days, 'day');
  if (!isReadable(kit))
    return { due: state_since + days * day_ms, why: `It ${endings[state]} more than ${kept} ago.` };
  if (departure === null) {
    return {
      due: state_since + days * day_ms,
      why: `It has been ready for more than ${kept}, and its departure is not known.`,
    };
  }
  const due = departure + Math.max(days * day_ms, FLIGHT_MS);
  return { due, why: `Its departure was on ${utcMinute(departure)}, more than ${kept} ago.` };
}

const endings: Partial<Record<KitRecord['state'], string>> = {
  failed: 'failed',
  cancelled: 'was cancelled',
};

/** Departures of ready kits, ms since 1970 UTC. */
function knownDepartures(
  kits: readonly RetentionKit[],
  superseded: ReadonlyMap<string, string>,
): Map<string, number> {
  const known = new Map<string, number>();
  const inherited = new Map<string, number>();
  for (const kit of kits) {
    const { id, trip } = kit;
    const departure = departureMs(trip?.departure);
    if (departure === null || !isReadable(kit)) continue;
    known.set(id, departure);
    const newer = superseded.get(id);
    if (newer !== undefined) inherited.set(newer, Math.max(departure, inherited.get(newer) ?? -Infinity));
  }
  for (const [id, departure] of inherited) if (!known.has(id)) known.set(id, departure);
  return known;
}

/** How often the policy is applied while the app runs, ms. */
const EVERY_MS = 6 * 60 * 60_000;

interface LibraryRetentionDeps extends Pick<AppContext, 'log' | 'now'> {
  engine: Pick<KitEngine, 'list' | 'remove'>;
  /** The user name of the operating system's account. */
  user: string;
  /** When each pinned kit was pinned, by the kit's id. */
  pinned(): ReadonlyMap<string, number>;
  /** Kits whose document is open in a viewer. */
  open: ReadonlySet<string>;
  superseded(): ReadonlyMap<string, string>;
  /** The person's policy, days after departure; null: keep for ever. */
  keepDays(): number | null;
  notices: Pick<NoticeBoard, 'add'>;
  /** Whether cockpit mode is on: then nothing is removed. */
  held(): boolean;
}

/** Applies the retention policy (main/kits/retention.ts) to the library. */
export class LibraryRetention {
  readonly #deps: LibraryRetentionDeps;
  #timer: NodeJS.Timeout | undefined;

  constructor(deps: LibraryRetentionDeps) {
    this.#deps = deps;
  }

  /** Applies the person's own policy now and every six hours. The timer does not keep the process alive. */
  start(): void {
    void this.applyOwn();
    this.#timer = setInterval(() => void this.applyOwn(), EVERY_MS).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** Applies the person's own policy and reports what was removed. Never throws. */
  async applyOwn(): Promise<void> {
    const days = this.#deps.keepDays();
    if (days === null || this.#deps.held()) return;
    try {
      const removed = await this.#remove(days, null);
      if (removed === 0) return;
      const kits = removed === 1 ? '1 kit was' : `${removed} kits were`;
      this.#deps.notices.add({
        id: 'retention',
        severity: 'info',
        message: `${kits} removed from this laptop, as your settings say: kits are kept for ${count(days, 'day')} after departure.`,
      });
    } catch (error) {
      this.#deps.log.error('The retention policy could not be applied.', error);
    }
  }

  /** How many kits the person's own policy would remove now. */
  due(): number {
    const days = this.#deps.keepDays();
    return days === null ? 0 : this.#plan(days).length;
  }

  /** @param keep_days days after departure; null: keep for ever */
  preview(keep_days: number | null): { remove: { id: string; why: string }[]; keep_count: number } {
    const remove = this.#plan(keep_days);
    return { remove, keep_count: this.#deps.engine.list().length - remove.length };
  }

  /** Removes what `preview` lists now and returns how many. @throws TripKitError of kind `disk`, after removing those before it */
  apply(keep_days: number | null): Promise<number> {
    return this.#remove(keep_days, this.#deps.user);
  }

  async #remove(keep_days: number | null, who: string | null): Promise<number> {
    let removed = 0;
    for (const { id, why } of this.#plan(keep_days)) {
      // Each removal takes time: kits that were opened or pinned meanwhile stay.
      if (this.#deps.open.has(id) || this.#deps.pinned().has(id)) continue;
      // Cockpit mode was turned on meanwhile: only what a person asked for continues.
      if (who === null && this.#deps.held()) return removed;
      await this.#deps.engine.remove(id, {
        reason: 'retention',
        what: `By the retention policy: ${why}`,
        who,
      });
      removed += 1;
    }
    return removed;
  }

  #plan(days: number | null) {
    const { engine, pinned, open, superseded, now } = this.#deps;
    return planRetention(engine.list(), {
      ...{ now: now(), days },
      pinned: pinned(),
      open,
      superseded: superseded(),
    });
  }
}

interface RetentionCallsDeps {
  retention: Pick<LibraryRetention, 'preview' | 'apply'>;
  settings: Pick<AppSettings, 'state' | 'change'>;
  confirm: Confirm;
}

/**
 * Calls of the domain `retention`. A rule that removes kits sooner needs a person's answer in a system dialog: the page
 * alone could empty the library with it.
 */
export function retentionCalls({
  retention,
  settings,
  confirm,
}: RetentionCallsDeps): DomainCalls<'retention'> {
  return {
    preview: (keep_days) => retention.preview(keep_days),
    async apply(keep_days) {
      refuseManaged(settings.state(), ['keep_days_after_departure']);
      const now = settings.state().values.keep_days_after_departure;
      const { length } = retention.preview(keep_days).remove;
      if (keep_days !== null && (length > 0 || now === null || keep_days < now)) {
        if (!(await confirm(retentionQuestion(keep_days, length)))) return null;
      }
      // Save first: nothing is removed by a rule that could not be saved.
      settings.change({ keep_days_after_departure: keep_days });
      return retention.apply(keep_days);
    },
  };
}

/** The question before a rule that removes kits sooner is saved. @param due how many kits would be removed now */
function retentionQuestion(keep_days: number, due: number): Question {
  const kits =
    due === 1 ? '1 kit, its document and its marks are' : `${due} kits, their documents and their marks are`;
  const now =
    due === 0 ? 'No kit is removed now.' : `${kits} taken off this laptop now. This can’t be undone.`;
  return {
    message: `Keep kits for ${count(keep_days, 'day')} after departure, then remove them?`,
    detail: `${now} Kept, open and unfinished kits always stay; the activity record keeps what was done.`,
    yes: due === 0 ? 'Save' : 'Remove and save',
  };
}
