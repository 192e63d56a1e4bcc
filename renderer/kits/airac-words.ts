/** What is known of a kit's cycle and dates, in words. Pure. */

import type { DocumentDate, Kit } from '../../preload/contract.ts';
import { airacHourMs } from '../design/appearance.ts';
import { formatUtc, formatUtcDate } from '../design/format.ts';
import { type CycleLead, type KitAirac, kitAirac, onlyCycle } from './airac.ts';
import { CLOCKS_APART_MS } from './made.ts';
import { airacWords } from './words.ts';

const words = airacWords;

const order = ['request', 'service', 'storage', 'document'] as const;

/** Every date that is known of a kit's document, each with its evidence: `Requested 21 Nov 2026 10:45Z`. */
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

/** A time, or the first and the last one where it lies between two that are more apart than clocks are. */
export function whenWords({ from, at }: Pick<DocumentDate, 'from' | 'at'>): string {
  if (from === undefined || Date.parse(at) - Date.parse(from) <= CLOCKS_APART_MS) return formatUtc(at);
  const [first, last] = [formatUtcDate(from), formatUtcDate(at)];
  return first === last ? first : words.between(first, last);
}

/** What may be said of the cycle: `Requested in cycle 2611`, or that it is not known. */
export function leadWords({ lead, conflict }: Pick<KitAirac, 'lead' | 'conflict'>): string {
  return lead ? words.leads[lead.by](lead.cycle.id) : conflict ? words.conflict : words.unknown;
}

/** The same for a row, in few words. */
export function chipWords(airac: KitAirac): string {
  const { state, wanted, departure, lead, conflict } = airac;
  if (state === 'outdated') return words.outdatedChip(wanted.id, departure && !airac.inEffect);
  return lead ? words.chips[lead.by](lead.cycle.id) : conflict ? words.conflictChip : words.unknown;
}

/** The fact of the details: what is known, and the flight's cycle where it is that one. */
export function factWords(airac: KitAirac): string {
  const lead = leadWords(airac);
  if (airac.state === 'flown') return words.flown(lead);
  return airac.lead && airac.departure && isWanted(airac.lead, airac) ? words.current(lead) : lead;
}

function isWanted({ cycle }: CycleLead, { wanted }: KitAirac): boolean {
  return cycle.id === wanted.id;
}

/** What a person has to know and to do where the kit is not known to be of its flight's cycle; null where nothing. */
export function cautionWords(kit: Kit, airac: KitAirac): string | null {
  const { state, wanted, departure, inEffect, lead } = airac;
  if (state === 'current' || state === 'flown' || kit.superseded_by !== null) return null;
  if (state === 'conflict') return words.conflictNote(dateWords(kit).join(', '));
  if (state === 'unknown')
    return lead ? words.unknownNote(leadWords(airac), wanted.id) : words.unknownCycleNote;
  const since = formatUtcDate(new Date(wanted.from).toISOString());
  const known = leadWords(airac);
  const does = kit.trip ? (inEffect ? words.renewNow(departure) : words.renewThen) : words.tracked;
  const takes = inEffect ? words.inEffect(wanted.id, since) : words.takesEffect(wanted.id, since);
  return `${lead ? known : words.before(wanted.id)}. ${takes}: ${does}`;
}

/** The date that a view's header shows, with its evidence: the one that the cycle is told by. */
export function headerDate(kit: Kit, airac: KitAirac): string {
  const first = airac.lead?.by;
  const shown =
    kit.dates.find(({ evidence }) => evidence === first) ??
    order.flatMap((one) => kit.dates.filter(({ evidence }) => evidence === one))[0];
  if (!shown) return words.received(formatUtc(kit.state_since));
  const text = words.dates[shown.evidence](whenWords(shown));
  return airac.lead && shown.evidence === first ? words.inCycle(text, airac.lead.cycle.id) : text;
}

/** What a search finds a kit by: the cycle that its evidence names; '' while there is no document. */
export function searchWords(kit: Kit): string {
  // Only what is known of the kit counts here, whatever day it is.
  const airac = kitAirac(kit, 0);
  return airac ? leadWords(airac) : '';
}
