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

/**
 * The older kit that the changes of a newer one are told against: the last one before it that was read in full. The first kit of the
 * flight was; a later one once all that it had changed against the last such kit is reviewed. So what was not reviewed is told again.
 *
 * @param before each newer kit, and the one that was opened before it
 * @param isReviewed whether all that changed between two kits is reviewed, or nothing changed; false where that is not known
 * @returns undefined where none is before it
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
