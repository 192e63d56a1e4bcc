/** The names of open kits in tabs and window titles. Pure. */
import type { Kit } from '../../../preload/contract.ts';
import { formatUtcShort } from '../../design/format.ts';
import { kitSpoken, kitTitle } from '../../kits/kit-words.ts';
import { openingWords } from '../../kits/words.ts';

const words = openingWords.superseded;

export interface TabName {
  route: string;
  flight: string;
  /** A newer kit has replaced it. */
  isOlder: boolean;
  /** When it was requested, if the other words do not tell it from another open kit, or a newer kit has replaced it; else null. */
  time: string | null;
  /** All of it, the route first. */
  whole: string;
}

/** Names an open kit so that no two open kits have the same name. @param now ms since 1970 UTC */
export function tabName(kit: Kit, open: readonly Kit[], now: number): TabName {
  const name = (one: Kit) => `${kitTitle(one)} ${one.trip?.flight ?? ''}`;
  const minute = (one: Kit) => one.created_at.slice(0, 16);
  const alike = open.filter((one) => one.id !== kit.id && name(one) === name(kit));
  const isOlder = kit.superseded_by !== null;
  const seconds = alike.some((one) => minute(one) === minute(kit));
  const time = isOlder || alike.length > 0 ? formatUtcShort(kit.created_at, now, { seconds }) : null;
  const flight = kit.trip?.flight ?? '';
  const said = time === null ? '' : (isOlder ? words.oldSpoken : words.ofTime)(time);
  const whole = [[kitSpoken(kit), flight].filter(Boolean).join(' '), said].filter(Boolean).join(', ');
  return { route: kitTitle(kit), flight, isOlder, time, whole };
}
