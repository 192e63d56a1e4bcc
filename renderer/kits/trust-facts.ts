/** When a document was made, and in which AIRAC cycle. Pure; times are UTC. */
import type { Kit, KitEvent } from '../../preload/contract.ts';
import { airacHourMs } from '../design/appearance.ts';
import { type AiracCycle, cycleAt } from './airac.ts';

/** When a document was made. `received` where only its arrival on this laptop is known. */
export interface Made {
  kind: 'generated' | 'received';
  /** ISO 8601, UTC. */
  at: string;
}

/** Longer after the request than this, the service may have been done long before the laptop noticed; ms. */
const NOTICED_SOON_MS = 15 * 60_000;

/**
 * When the kit's document was made; null where there is none. For a kit that was requested here: when the service was first
 * seen to be done, if that was soon after the request (it generates in 20 to 30 s). Otherwise: when the document arrived.
 */
export function madeWhen(kit: Kit, history: readonly KitEvent[]): Made | null {
  if (!kit.document) return null;
  const done = history.find((event) => event.state === 'downloading');
  const asked = history.some((event) => event.state === 'generating');
  if (done && asked && kit.trip && Date.parse(done.at) - Date.parse(kit.created_at) <= NOTICED_SOON_MS) {
    return { kind: 'generated', at: done.at };
  }
  return { kind: 'received', at: kit.state_since };
}

/** The cycle that a document was made in, and the flight's where it is another one. */
interface Currency {
  cycle: AiracCycle;
  /** The cycle in effect at departure; null where it is the same, or no departure is known. */
  flight: AiracCycle | null;
}

export function currencyOf(kit: Kit, madeAt: string): Currency {
  const hour = airacHourMs();
  const cycle = cycleAt(Date.parse(madeAt), hour);
  const departure = Date.parse(kit.trip?.departure ?? '');
  const flight = Number.isNaN(departure) ? null : cycleAt(departure, hour);
  return { cycle, flight: flight && flight.id !== cycle.id ? flight : null };
}
