import type { Kit } from '../../preload/contract.ts';
import { utc } from '../common/clock.ts';
import { Listeners } from '../common/listeners.ts';
import type { AppContext } from '../host/host.ts';
import {
  type Acknowledgement,
  type AcknowledgementStore,
  isAcknowledged,
  type PinStore,
} from '../store/acknowledgement-store.ts';
import type { KitRecord } from '../store/kit-record.ts';
import type { ActivityLog } from './activity-log.ts';
import type { DocumentDates } from './document-dates.ts';
import type { LiveKit } from './kit-engine.ts';
import { needsReading } from './rules/kit-facts.ts';
import { byAge, flightKey, groupByFlight } from './rules/same-flight.ts';

export interface KitFlagsDeps extends Pick<AppContext, 'now' | 'user'> {
  /** All kits; called once, then `update` keeps track. */
  kits(): readonly SupersessionKit[];
  pins: PinStore;
  acknowledgements: AcknowledgementStore;
  /** When kits were opened. */
  activity: Pick<ActivityLog, 'openedAt' | 'onOpened'>;
  dates: Pick<DocumentDates, 'of' | 'onChange'>;
  /** Whether documents are still what was verified. */
  soundness: {
    of(kit: LiveKit): Kit['soundness'];
    onChange(listener: (change: { kit_id: string }) => void): () => void;
    forget(kit_ids: readonly string[]): void;
  };
  charts: {
    of(kit: LiveKit): Kit['charts'];
    onChange(listener: (kit_ids: readonly string[]) => void): () => void;
    forget(kit_ids: readonly string[]): void;
  };
  /** What changed since the previous kit. */
  changes: {
    of(kit_id: string): Kit['changes'];
    onChange(listener: (kit_ids: readonly string[]) => void): () => void;
  };
}

/** Facts about kits besides their life: pinned, acknowledged, opened, sound, the document's dates, charts and changes, and the newer kit. */
export class KitFlags {
  readonly #deps: KitFlagsDeps;
  #kits: Map<string, SupersessionKit> | null = null;
  #superseded: ReadonlyMap<string, string> | null = null;
  /** The pinned kits, read once: a list of thousands asks for each. */
  #pins: Set<string> | null = null;
  /** All acknowledgements by kit, read once. */
  #acknowledgedByKit: Map<string, Acknowledgement[]> | null = null;
  readonly #listeners = new Listeners<[readonly string[]]>();

  constructor(deps: KitFlagsDeps) {
    this.#deps = deps;
  }

  /** The flags of a kit, as the contract shows them. */
  of(kit: LiveKit) {
    const opened = this.#deps.activity.openedAt(kit.id);
    return {
      pinned: this.#pinned().has(kit.id),
      superseded_by: this.superseded().get(kit.id) ?? null,
      acknowledged: this.#isAcknowledged(kit),
      opened_at: opened === null ? null : utc(opened),
      dates: this.#deps.dates.of(kit).map(({ evidence, from, at }) => ({
        evidence,
        at: utc(at),
        ...(from === null ? {} : { from: utc(from) }),
      })),
      soundness: this.#deps.soundness.of(kit),
      charts: this.#deps.charts.of(kit),
      changes: this.#deps.changes.of(kit.id),
    };
  }

  /** Reports kits whose flags changed although their state did not. Returns a function that unsubscribes. */
  onChange(listener: (kit_ids: readonly string[]) => void): () => void {
    const { activity, changes, charts, dates, soundness } = this.#deps;
    const stops = [
      this.#listeners.add(listener),
      activity.onOpened(listener),
      dates.onChange(listener),
      changes.onChange(listener),
      soundness.onChange(({ kit_id }) => listener([kit_id])),
      charts.onChange(listener),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }

  /** Older kit → the newer kit to open instead. Derived from the kits, never stored. */
  superseded(): ReadonlyMap<string, string> {
    this.#superseded ??= supersessions(this.#known().values());
    return this.#superseded;
  }

  /** Updates for changed and removed kits. Returns the kits whose supersession changed, even if they did not change themselves. */
  update(changed: readonly LiveKit[], removed: readonly string[]): string[] {
    const before = this.superseded();
    const known = this.#known();
    let same = true;
    for (const kit of changed) {
      const old = known.get(kit.id);
      const isSame =
        old?.state === kit.state && old.tripkit_id === kit.tripkit_id && isUsable(old) === isUsable(kit);
      if (isSame && flightKey(old) === flightKey(kit)) continue;
      known.set(kit.id, kit);
      same = false;
    }
    this.#deps.soundness.forget(removed);
    this.#deps.charts.forget(removed);
    for (const id of removed) {
      this.#pins?.delete(id);
      this.#acknowledgedByKit?.delete(id);
      if (known.delete(id)) same = false;
    }
    if (same) return [];
    this.#superseded = null;
    const after = this.superseded();
    const ids = new Set([...before.keys(), ...after.keys()]);
    return [...ids].filter((id) => before.get(id) !== after.get(id) && known.has(id));
  }

  /** @throws TripKitError of kind `disk` */
  setPinned(id: string, pinned: boolean): void {
    this.#deps.pins.set(id, pinned, this.#deps.now());
    if (pinned) this.#pinned().add(id);
    else this.#pinned().delete(id);
    this.#notify(id);
  }

  /** Acknowledges all present messages of the kit, for its present document. @throws TripKitError of kind `disk` */
  acknowledge(kit: LiveKit): void {
    const { acknowledgements, user, now } = this.#deps;
    const at = now();
    const document_sha256 = kit.document?.sha256 ?? null;
    acknowledgements.add(
      ...kit.messages.map((message) => ({ kit_id: kit.id, message, document_sha256, by: user, at })),
    );
    this.#acknowledgedByKit = null;
    this.#notify(kit.id);
  }

  /** The result of a call reaches one window only; all windows show the kit. */
  #notify(id: string): void {
    this.#listeners.tell([id]);
  }

  /** When the last message that has to be read was acknowledged, ms since 1970 UTC; null: not all were, or there are none. */
  acknowledgedAt(kit: LiveKit): number | null {
    const acknowledged = this.#acknowledged(kit.id);
    const sha256 = kit.document?.sha256 ?? null;
    const times = kit.messages
      .filter(needsReading)
      .map((message) => acknowledged.find((one) => isAcknowledged([one], message, sha256))?.at ?? null);
    const known = times.filter((at) => at !== null);
    return known.length === 0 || known.length < times.length ? null : Math.max(...known);
  }

  /** Oldest first. */
  acknowledgements(id: string): Acknowledgement[] {
    return this.#deps.acknowledgements.list(id);
  }

  #pinned(): Set<string> {
    this.#pins ??= new Set(this.#deps.pins.list().keys());
    return this.#pins;
  }

  #acknowledged(id: string): readonly Acknowledgement[] {
    this.#acknowledgedByKit ??= Map.groupBy(this.#deps.acknowledgements.all(), ({ kit_id }) => kit_id);
    return this.#acknowledgedByKit.get(id) ?? [];
  }

  #known(): Map<string, SupersessionKit> {
    this.#kits ??= new Map(this.#deps.kits().map((kit) => [kit.id, kit]));
    return this.#kits;
  }

  #isAcknowledged(kit: LiveKit): boolean {
    return !kit.messages.some(needsReading) || this.acknowledgedAt(kit) !== null;
  }
}

// Which kits a newer one of the same flight replaces: derived each time and never stored, so it can't be stale.

/** The facts of a kit that supersession needs. */
export type SupersessionKit = Pick<
  KitRecord,
  'id' | 'profile_id' | 'tripkit_id' | 'trip' | 'state' | 'created_at' | 'shelf'
>;

/** Whether a kit is here to be flown by: ready, and not withdrawn by its desk. */
function isUsable({ state, shelf }: SupersessionKit): boolean {
  return state === 'ready' && !shelf?.recalled;
}

/**
 * Each superseded kit and the kit to open instead: the newest ready one of its flight, if it is newer. A superseded kit
 * stays readable, but never opens by default. A newer kit that is not ready, or is withdrawn, supersedes nothing. A planned kit will be
 * the newest.
 *
 * @returns older id → newest ready id; the values are never keys
 */
export function supersessions(kits: Iterable<SupersessionKit>): Map<string, string> {
  const superseded = new Map<string, string>();
  const asked = [...kits].filter(({ state }) => state !== 'planned');
  for (const flight of groupByFlight(asked).values()) {
    if (flight.length < 2) continue;
    const newest = flight.filter(isUsable).sort(byAge).at(-1);
    if (newest === undefined) continue;
    for (const kit of flight) if (byAge(kit, newest) < 0) superseded.set(kit.id, newest.id);
  }
  return superseded;
}
