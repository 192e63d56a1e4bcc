/** What waited in cockpit mode, by source, in the words of its summary. Pure. */
import type { LiveKit } from '../kits/kit-engine.ts';
import { kitName } from '../kits/kit-news.ts';

/** How many kits are named; the others are in the list. */
const NAMED = 3;

/** Kits that became ready, failed or unconfirmed since `since`, ms since 1970 UTC. */
export function kitsMeanwhile(kits: readonly LiveKit[], since: number): string | null {
  const newlyIn = (state: LiveKit['state']) =>
    kits.filter((kit) => kit.state === state && kit.state_since >= since);
  const parts = [
    group(newlyIn('ready'), 'kit is', 'kits are', 'on this laptop'),
    group(newlyIn('failed'), 'kit', 'kits', 'failed'),
    group(newlyIn('unconfirmed'), 'request', 'requests', 'may not have arrived'),
  ].filter((part) => part !== null);
  return parts.length > 0 ? parts.join(', ') : null;
}

function group(kits: readonly LiveKit[], one: string, many: string, what: string): string | null {
  if (kits.length === 0) return null;
  const names = kits.flatMap((kit) => kitName(kit) ?? []);
  const more = kits.length - Math.min(NAMED, names.length);
  const named = [...names.slice(0, NAMED), ...(more > 0 ? [`${more} more`] : [])];
  const which = names.length > 0 ? ` (${named.join('; ')})` : '';
  return `${kits.length} ${kits.length === 1 ? one : many} ${what}${which}`;
}

/** Planned kits that came due and wait. @param now ms since 1970 UTC */
export function plannedMeanwhile(kits: readonly LiveKit[], now: number): string | null {
  const due = kits.filter(({ state, due_at }) => state === 'planned' && (due_at ?? 0) <= now).length;
  return due > 0 ? `${due} planned ${due === 1 ? 'kit' : 'kits'} came due` : null;
}

/** Kits that the retention policy would have removed. */
export function removalsMeanwhile(count: number): string | null {
  if (count === 0) return null;
  return `${count} ${count === 1 ? 'kit is' : 'kits are'} due for removal, as your settings say`;
}

/** Notices that waited. */
export function noticesMeanwhile(count: number): string | null {
  if (count === 0) return null;
  return `${count} ${count === 1 ? 'message' : 'messages'} of the app waited`;
}
