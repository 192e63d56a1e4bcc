/** Which older kit a new one is compared with: derived from the kits. */
import { byAge, groupByFlight } from '../kits/rules/same-flight.ts';
import type { SupersessionKit } from '../kits/supersession.ts';

/**
 * The newest ready kit of each flight, and the older kit of the flight that it is compared with: the latest older ready one that was
 * opened, or, where none was, the latest older ready one. A kit that is the only ready one of its flight is compared with none.
 *
 * @returns newer id → older id
 */
export function comparedKits(
  kits: Iterable<SupersessionKit>,
  isOpened: (id: string) => boolean,
): Map<string, string> {
  const compared = new Map<string, string>();
  for (const flight of groupByFlight([...kits]).values()) {
    if (flight.length < 2) continue;
    const ready = flight.filter(({ state }) => state === 'ready').sort(byAge);
    const newest = ready.pop();
    const older = ready.findLast(({ id }) => isOpened(id)) ?? ready.at(-1);
    if (newest && older) compared.set(newest.id, older.id);
  }
  return compared;
}
