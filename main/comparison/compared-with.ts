/** Which older kit a new one is compared with, derived from the list of kits. */
import { byAge, groupByFlight } from '../kits/rules/same-flight.ts';
import type { SupersessionKit } from '../kits/supersession.ts';

/**
 * Pairs each flight's newest ready kit with an older ready kit of the flight: the latest one that was opened, or, if none was opened,
 * the latest one. A kit that is the only ready one of its flight is not compared.
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

/**
 * The older kit that the changes of a newer one are shown against: the last one before it that was read in full. The flight's first
 * kit counts as read; a later one counts once all its changes against the last such kit are reviewed. Unreviewed changes are shown again.
 *
 * @param before for each newer kit, the one that was opened before it
 * @param isReviewed whether all changes between two kits are reviewed, or there are none; false if that is not known
 * @returns undefined if there is no kit before it
 */
export function readKit(
  new_id: string,
  before: ReadonlyMap<string, string>,
  isReviewed: (old_id: string, new_id: string) => boolean,
): string | undefined {
  const earlier: string[] = [];
  for (let id = before.get(new_id); id !== undefined && !earlier.includes(id); id = before.get(id))
    earlier.unshift(id);
  const [first, ...later] = earlier;
  let read = first;
  for (const id of later) if (read === undefined || isReviewed(read, id)) read = id;
  return read;
}
