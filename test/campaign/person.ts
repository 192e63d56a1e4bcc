/** The person at the laptop: asks for kits, cancels, and at the end presses what the app offers. */
import type { Trip } from '../../main/common/trip.ts';
import type { EngineChild } from './engine-child.ts';
import type { AskedKit, Evidence } from './evidence.ts';
import type { SeenKit } from './protocol.ts';
import type { Scenario, WantedKit } from './scenario.ts';
import type { Stage } from './stage.ts';

/** How often "Try again" is pressed for one kit. */
const TRIES = 3;

/** A kit that the person wants, and what they know of it. */
interface Wanted extends AskedKit {
  plan: WantedKit;
  n: number;
  /** The app has said that it has it. */
  confirmed: boolean;
  /** The service has the kit that is to be followed. */
  added: boolean;
  tries: number;
}

export class Person {
  readonly #stage: Stage;
  readonly #wanted: Wanted[];
  readonly #request_again: boolean;
  #asking: Promise<void> = Promise.resolve();
  readonly failures: Evidence['failures'] = [];

  constructor(stage: Stage, scenario: Scenario, run: string) {
    this.#stage = stage;
    this.#request_again = scenario.request_again;
    this.#wanted = scenario.kits.map((plan, n) => ({
      plan,
      n,
      name: `${run}-${n}`,
      by: plan.by,
      not_covered: plan.by === 'request' && plan.not_covered,
      requested_again: 0,
      cancelled: 'no',
      confirmed: false,
      added: false,
      tries: 0,
    }));
  }

  get kits(): AskedKit[] {
    return this.#wanted.map(({ name, by, not_covered, requested_again, cancelled }) => ({
      name,
      by,
      not_covered,
      requested_again,
      cancelled,
    }));
  }

  /** Names of kits that the app has confirmed. */
  get confirmed(): string[] {
    return this.#wanted.filter(({ confirmed }) => confirmed).map(({ name }) => name);
  }

  /** Looks at the list: a kit that is there need not be asked for again. */
  async look(child: EngineChild): Promise<SeenKit[] | null> {
    const outcome = await child.order({ do: 'list' });
    if (outcome === 'gone' || 'refused' in outcome) return null;
    for (const kit of outcome.done) {
      const wanted = this.#find(kit);
      if (!wanted) continue;
      wanted.confirmed = true;
      this.#noteFailure(wanted, kit);
    }
    return outcome.done;
  }

  /** Asks for what is due in this life after so many ms and is not there yet. One thing at a time, as people do. */
  ask(child: EngineChild, life: number, after_ms: number): Promise<void> {
    this.#asking = this.#asking.then(() => this.#ask(child, life, after_ms));
    return this.#asking;
  }

  async #ask(child: EngineChild, life: number, after_ms: number): Promise<void> {
    const due = this.#wanted.filter(
      ({ confirmed, plan }) =>
        !confirmed && (plan.asked_in < life || (plan.asked_in === life && plan.asked_at_ms <= after_ms)),
    );
    const followed = due.filter(({ by }) => by === 'track');
    const requested = due.filter(({ by }) => by === 'request');
    for (const wanted of followed.filter(({ added }) => !added)) {
      wanted.added = true;
      await this.#stage.add(wanted.name, wanted.n, wanted.plan.ready_in_ms);
    }
    const orders = [
      ...(requested.length > 0 ? [{ do: 'request' as const, trips: requested.map(tripOf) }] : []),
      ...(followed.length > 0
        ? [{ do: 'track' as const, tripkit_ids: followed.map(({ name }) => name) }]
        : []),
    ];
    for (const order of orders) {
      const outcome = await child.order(order);
      if (outcome === 'gone') return;
      // An error may have come after some of them: the list tells.
      if ('refused' in outcome) await this.look(child);
      else for (const kit of outcome.done) this.#confirm(kit);
    }
  }

  #confirm(kit: SeenKit): void {
    const wanted = this.#find(kit);
    if (wanted) wanted.confirmed = true;
  }

  /** When kits are to be asked for in this life, ms after its start. */
  times(life: number): number[] {
    const times = this.#wanted.flatMap(({ plan }) => (plan.asked_in === life ? [plan.asked_at_ms] : []));
    return [...new Set([0, ...times])];
  }

  async cancel(child: EngineChild, n: number): Promise<void> {
    const wanted = this.#wanted[n];
    const kit = (await this.look(child))?.find((seen) => this.#find(seen) === wanted);
    if (!kit || !wanted) return;
    if (wanted.cancelled === 'no') wanted.cancelled = 'perhaps';
    const outcome = await child.order({ do: 'cancel', id: kit.id });
    if (outcome !== 'gone' && 'done' in outcome) wanted.cancelled = 'confirmed';
  }

  /**
   * Presses "Try again" where that may help, and has unconfirmed kits requested again where this person does so. Answers
   * whether anything was pressed.
   */
  async press(child: EngineChild, kits: readonly SeenKit[]): Promise<boolean> {
    let pressed = false;
    for (const kit of kits) {
      const wanted = this.#find(kit);
      if (!wanted) continue;
      if (kit.state === 'failed' && wanted.tries < TRIES && mayTryAgain(kit)) {
        wanted.tries += 1;
        pressed = true;
        await child.order({ do: 'retry', id: kit.id });
      }
      if (kit.state === 'unconfirmed' && this.#request_again && wanted.requested_again === 0) {
        wanted.requested_again += 1;
        pressed = true;
        await child.order({ do: 'request_again', id: kit.id });
      }
    }
    return pressed;
  }

  /** Whether nothing is left to be waited for. */
  content(kits: readonly SeenKit[]): boolean {
    return this.#wanted.every((wanted) => {
      const kit = kits.find((seen) => this.#find(seen) === wanted);
      if (!kit) return false;
      if (kit.state === 'failed') return wanted.tries >= TRIES || !mayTryAgain(kit);
      if (kit.state === 'unconfirmed') return !this.#request_again || wanted.requested_again > 0;
      return kit.state === 'ready' || kit.state === 'cancelled';
    });
  }

  #find({ flight, tripkit_id }: SeenKit): Wanted | undefined {
    return this.#wanted.find(({ name }) => name === (flight ?? tripkit_id));
  }

  #noteFailure({ name }: Wanted, { failure, state, tripkit_id }: SeenKit): void {
    if (state !== 'failed' || failure === null) return;
    const known = this.failures.some(
      (seen) => seen.name === name && seen.failure.message === failure.message,
    );
    if (!known) this.failures.push({ name, tripkit_id, failure });
  }
}

/** A person reads the sentence: what was rejected stays so, and some say that another request would be a second one. */
function mayTryAgain({ failure }: SeenKit): boolean {
  return failure?.kind !== 'rejected' && !/do not request it again/.test(failure?.message ?? '');
}

function tripOf({ name, plan }: Wanted): Trip {
  return {
    origin: plan.not_covered ? 'VQPR' : 'EDDF',
    destination: 'KJFK',
    flight: name,
    ...(plan.departs ? { departure: `2026-11-22T${String(name.length % 24).padStart(2, '0')}:00:00Z` } : {}),
  };
}
