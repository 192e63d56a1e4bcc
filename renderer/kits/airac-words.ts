/** What is known about a kit's cycle and dates, in words. Pure. */

import type { DocumentDate, Kit } from '../../preload/contract.ts';
import { airacHourMs } from '../design/appearance.ts';
import { formatUtc, formatUtcDate } from '../design/format.ts';
import { type CycleLead, type KitAirac, kitAirac, onlyCycle } from './airac.ts';
import { CLOCKS_APART_MS } from './made.ts';
import { airacWords } from './words.ts';

const words = airacWords;

const order = ['request', 'service', 'storage', 'document'] as const;

/** Every known date of a kit's document, each with its evidence: `Requested 21 Nov 2026 10:45Z`. */
export function dateWords(kit: Pick<Kit, 'dates'>): string[] {
  return order.flatMap((evidence) => kit.dates.filter((date) => date.evidence === evidence).map(dateWord));
}

/** `PDF dated 3 Nov 2026 08:00Z (cycle 2611)`. */
function dateWord(date: DocumentDate): string {
  const text = words.dates[date.evidence](whenWords(date));
  if (date.evidence !== 'document') return text;
  const to = Date.parse(date.at);
  const cycle = onlyCycle({ from: Date.parse(date.from ?? date.at), to }, airacHourMs());
  return cycle ? words.inCycle(text, cycle.id) : text;
}

/** A time, or its two limits if they differ by more than clocks do. */
export function whenWords({ from, at }: Pick<DocumentDate, 'from' | 'at'>): string {
  if (from === undefined || Date.parse(at) - Date.parse(from) <= CLOCKS_APART_MS) return formatUtc(at);
  const [first, last] = [formatUtcDate(from), formatUtcDate(at)];
  return first === last ? first : words.between(first, last);
}

/** What can be said about the cycle: `Requested in cycle 2611`, or that it is not known. */
export function leadWords({ lead, conflict }: Pick<KitAirac, 'lead' | 'conflict'>): string {
  return lead ? words.leads[lead.by](lead.cycle.id) : conflict ? words.conflict : words.unknown;
}

/** Why a person must look or act, in few words: for a row and the viewer's header. */
export function chipWords(airac: KitAirac): string {
  const { state, wanted, departure } = airac;
  if (state === 'outdated') return words.outdatedChip(wanted.id, departure && !airac.inEffect);
  return stampWords(airac) ?? (state === 'conflict' ? words.conflictChip : words.unknown);
}

/** How the stamp contradicts the flight; null if it doesn't. */
export function stampWords({ state, stamp, wanted, departure }: KitAirac): string | null {
  const { cycle, valid_to } = stamp;
  if (state === 'lapsed' && valid_to !== null) return words.lapsed(formatUtcDate(valid_to));
  if ((state === 'stamped_older' || state === 'stamped_later') && cycle !== null)
    return words.stampedOther(cycle, wanted.id, departure);
  return null;
}

/** The fact in the details: what is known about the cycle, and that it is the flight's cycle if it is. */
export function factWords(airac: KitAirac): string {
  const { cycle } = airac.stamp;
  if (cycle !== null) return words.stamped(cycle);
  const lead = leadWords(airac);
  if (airac.state === 'flown') return words.flown(lead);
  return airac.lead && airac.departure && isWanted(airac.lead, airac) ? words.current(lead) : lead;
}

function isWanted({ cycle }: CycleLead, { wanted }: KitAirac): boolean {
  return cycle.id === wanted.id;
}

/** What a person must know and do if the kit is not known to be of its flight's cycle; null if nothing. */
export function cautionWords(kit: Kit, airac: KitAirac): string | null {
  const { state, wanted, departure, inEffect, lead } = airac;
  if (state === 'current' || state === 'flown' || kit.superseded_by !== null) return null;
  if (state === 'conflict') return words.conflictNote(dateWords(kit).join(', '));
  if (state === 'unknown')
    return lead ? words.unknownNote(leadWords(airac), wanted.id) : words.unknownCycleNote;
  const does = kit.trip ? (inEffect ? words.renewNow(departure) : words.renewThen) : words.tracked;
  const stamped = stampWords(airac);
  if (stamped !== null) return state === 'stamped_later' ? `${stamped}.` : `${stamped}: ${does}`;
  const since = formatUtcDate(new Date(wanted.from).toISOString());
  const known = leadWords(airac);
  const takes = inEffect ? words.inEffect(wanted.id, since) : words.takesEffect(wanted.id, since);
  return `${lead ? known : words.before(wanted.id)}. ${takes}: ${does}`;
}

/** The words by which a search finds a kit: the cycle from its evidence; '' while there is no document. */
export function searchWords(kit: Kit): string {
  // Only the kit's evidence counts here, not the current day.
  const airac = kitAirac(kit, 0);
  return airac ? factWords({ ...airac, state: 'current', departure: false }) : '';
}
