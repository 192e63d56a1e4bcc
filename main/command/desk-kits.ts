/** The commands about the kits of `watch`: `kits`, `retry`, `accept`, `cancel` and `status` (profile-and-headless.md, section 6). */
import { TripKitError } from '../common/errors.ts';
import { tripLine } from '../common/trip.ts';
import { type DeskOrder, DeskOrders, refusalOf } from '../desk/desk-orders.ts';
import { type IntakeStore, type IntakeTrip, type IntakeTripState, tripStates } from '../desk/intake-store.ts';
import type { TripResult } from '../desk/watch-events.ts';
import type { CommandOf } from './arguments.ts';
import type { HeadlessIo } from './io.ts';
import { findState, isRunning, readJournal } from './journal.ts';
import { printable, type Report } from './report.ts';

const NEXT = 'watch does it at its next look.';
const LATER = 'watch does not run for this folder. It is done when it runs again.';

/** Runs one of the commands. @returns the exit code @throws TripKitError of kind `disk` */
export async function aboutDeskKits(
  command: CommandOf<'kits' | 'retry' | 'accept' | 'cancel' | 'status'>,
  io: HeadlessIo,
  report: Report,
): Promise<number> {
  const state = await findState(command.place, io.env);
  switch (command.command) {
    case 'kits':
      return listKits(state, command.states, report);
    case 'status':
      return tellStatus(state, report);
    default:
      return giveOrders(state, command.command, command.kits, report);
  }
}

async function listKits(state: string, states: readonly string[], report: Report): Promise<number> {
  await readJournal(state, (store) => {
    const wanted = tripStates.filter((one) => states.length === 0 || states.includes(one));
    for (const trip of store?.trips(...wanted) ?? []) {
      const result = resultOf(trip);
      const { id: kit, state: now, line, replaced_by } = trip;
      const source = { file: store?.file(trip.file_id)?.name ?? null, line };
      const { tripkit_id = null, file = null, error = null } = result ?? {};
      const changed_at = new Date(trip.changed_at).toISOString();
      report.result(
        {
          event: 'kit',
          kit,
          state: now,
          trip: trip.trip,
          tripkit_id,
          file,
          source,
          replaced_by,
          error,
          changed_at,
        },
        [printable([kit, now, tripLine(trip.trip), file, error?.message].filter(Boolean).join('  '))],
      );
    }
  });
  return 0;
}

async function tellStatus(state: string, report: Report): Promise<number> {
  const running = isRunning(state);
  const found = await readJournal(state, (store) => ({
    kits: countStates(store),
    untold: store?.countEvents() ?? 0,
  }));
  const { waiting, requested, failed, unconfirmed } = found.kits;
  report.result({ event: 'status', running, kits: found.kits, untold_events: found.untold }, [
    running ? 'watch runs.' : 'watch does not run for this folder.',
    `Under way: ${requested} requested, ${waiting} waiting. For a person: ${unconfirmed} unconfirmed, ${failed} failed.`,
    `Events that are not told yet: ${found.untold}.`,
  ]);
  return running && unconfirmed === 0 ? 0 : 1;
}

function countStates(store: IntakeStore | null): Record<IntakeTripState, number> {
  const count = (state: IntakeTripState) => store?.trips(state).length ?? 0;
  return Object.fromEntries(tripStates.map((state) => [state, count(state)])) as Record<
    IntakeTripState,
    number
  >;
}

/** Each kit is named by its id, or the beginning of it. */
async function giveOrders(
  state: string,
  what: DeskOrder['do'],
  kits: readonly string[],
  report: Report,
): Promise<number> {
  const trips = await readJournal(state, (store) => store?.trips(...tripStates) ?? []);
  // All of them, or none.
  const orders = kits.map((named) => {
    const [trip, more] = trips.filter(({ id }) => id.startsWith(named));
    if (trip === undefined || (more !== undefined && trip.id !== named))
      throw refused(
        trip === undefined
          ? `There is no kit ${named}. “tripkit kits” lists them.`
          : `Several kits begin with ${named}. Give more of the kit’s id.`,
      );
    const refusal = refusalOf({ do: what, kit: trip.id }, trip.state);
    if (refusal !== null) throw refused(refusal);
    return trip;
  });
  const when = isRunning(state) ? NEXT : LATER;
  const folder = new DeskOrders(state);
  for (const trip of orders) {
    await folder.put({ do: what, kit: trip.id });
    report.result({ event: 'order', kit: trip.id, do: what, trip: trip.trip }, [
      printable(`${tripLine(trip.trip)}: ${what}. ${when}`),
    ]);
  }
  return 0;
}

/** @returns an error of the exit code 1: the command itself is right */
function refused(message: string): TripKitError {
  return new TripKitError('not_found', message);
}

function resultOf({ result }: IntakeTrip): TripResult | null {
  return result === null ? null : JSON.parse(result);
}
