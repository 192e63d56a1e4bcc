/**
 * The AIRAC calendar (ICAO Annex 15, Doc 8126): cycles of 28 days, counted by the ordinal of their effective date in its
 * year; and what is known of a kit's cycle. Times are ms since 1970 UTC.
 */
import type { DocumentStamp } from '../../main/charts/rules/stamped-cycle.ts';
import { isFlightOver } from '../../main/kits/rules/kit-facts.ts';
import type { DateEvidence, DocumentDate, Kit } from '../../preload/contract.ts';
import { airacHourMs } from '../design/appearance.ts';
import { formatUtc, formatUtcDate } from '../design/format.ts';
import { airacWords } from './words.ts';

const DAY_MS = 86_400_000;
const CYCLE_MS = 28 * DAY_MS;
/** The effective date of cycle 2611. */
const ANCHOR_MS = Date.UTC(2026, 9, 29);

interface AiracCycle {
  /** Year and ordinal, for example `2611`; the last two digits of the year. */
  id: string;
  /** When it takes effect. */
  from: number;
  /** When the next one takes effect. */
  to: number;
}

/**
 * The cycle in effect at a time.
 *
 * @param hourMs how long after 00:00 UTC of its date a cycle takes effect; 00:00 by default, 09:01 in the US
 */
export function cycleAt(ms: number, hourMs = 0): AiracCycle {
  const date = ANCHOR_MS + Math.floor((ms - hourMs - ANCHOR_MS) / CYCLE_MS) * CYCLE_MS;
  const year = new Date(date).getUTCFullYear();
  const dayOfYear = Math.round((date - Date.UTC(year, 0, 1)) / DAY_MS);
  const ordinal = Math.floor(dayOfYear / 28) + 1;
  const id = `${String(year % 100).padStart(2, '0')}${String(ordinal).padStart(2, '0')}`;
  return { id, from: date + hourMs, to: date + hourMs + CYCLE_MS };
}

/** A kit's cycle, and the evidence for it. */
interface CycleLead {
  by: 'service' | 'request' | 'document';
  cycle: AiracCycle;
}

interface KitAirac {
  /** The cycle that the kit was made in; null if not known. Not the cycle of its charts, which is unknown. */
  cycle: AiracCycle | null;
  /** What may be said in words; null where no evidence names a cycle. */
  lead: CycleLead | null;
  /** Whether the evidence contradicts itself. */
  conflict: boolean;
  /** What the document prints about itself; it counts before all other evidence. */
  stamp: DocumentStamp;
  /**
   * `current`: stamped with the cycle that is in effect on the flight (today if the departure is not known), or made in it or later.
   * `stamped_older`, `stamped_later`: stamped with another cycle. `lapsed`: its printed validity ends before the flight, or it was
   * printed from expired data.
   * `outdated`: made before that cycle took effect. `unknown`: it may be either. `conflict`: the same, because the evidence
   * contradicts itself. `flown`: the flight is over, nothing is to be done.
   */
  state:
    | 'current'
    | 'stamped_older'
    | 'stamped_later'
    | 'lapsed'
    | 'outdated'
    | 'unknown'
    | 'conflict'
    | 'flown';
  /** The cycle in effect on the flight, or today. */
  wanted: AiracCycle;
  /** Whether `wanted` is in effect already: before that the service may still generate the old one. */
  inEffect: boolean;
  /** Whether `wanted` is that of a departure rather than today's. */
  departure: boolean;
}

type DatedKit = Pick<Kit, 'charts' | 'document' | 'dates' | 'state' | 'state_since' | 'trip'>;
const NO_STAMP: DocumentStamp = { cycle: null, valid_to: null, expired: false };

/**
 * What is known of a kit's cycle at `now` (ms since 1970 UTC), and what follows for its flight; null while there is no
 * document. The service does not name its cycle: it is what the document prints, else follows from its dates.
 */
export function kitAirac(kit: DatedKit, now: number): KitAirac | null {
  const made = madeBetween(kit);
  if (!made) return null;
  const departs = Date.parse(kit.trip?.departure ?? '');
  const departure = !Number.isNaN(departs);
  const hour = airacHourMs();
  const wanted = cycleAt(departure ? departs : now, hour);
  const cycle = onlyCycle(made, hour);
  const { conflict } = made;
  const lead = conflict && cycle === null ? null : leadOf(evidenceOf(kit), cycle, hour);
  const stamp = kit.charts?.stamp ?? NO_STAMP;
  const state = isFlightOver(kit.trip?.departure, now)
    ? 'flown'
    : (stampState(stamp, wanted, departure ? departs : now, departure) ?? stateOf(made, wanted));
  return { cycle, lead, conflict, stamp, state, wanted, departure, inEffect: wanted.from <= now };
}

/** What the stamp says of the flight; null if there is none. A validity that ends with a cycle ends as the next one takes effect. */
function stampState(
  { cycle, valid_to, expired }: DocumentStamp,
  wanted: AiracCycle,
  at: number,
  departure: boolean,
): KitAirac['state'] | null {
  if (cycle !== null && cycle < wanted.id) return 'stamped_older';
  if (expired) return 'lapsed';
  if (valid_to !== null) {
    const last = Date.parse(valid_to);
    const hour = airacHourMs();
    if (at >= (cycleAt(last).from === last ? last + hour : last + DAY_MS)) return 'lapsed';
  }
  if (cycle === null) return null;
  return departure && cycle > wanted.id ? 'stamped_later' : 'current';
}

/** Whether a new request helps, once the cycle of the flight is in effect: the service then makes the kit from it. */
export function isRenewable(state: string): boolean {
  return state === 'outdated' || state === 'stamped_older' || state === 'lapsed';
}

function stateOf({ from, to, conflict }: Made, wanted: AiracCycle): KitAirac['state'] {
  if (from !== null && from >= wanted.from) return 'current';
  if (to !== null && to < wanted.from) return 'outdated';
  return conflict ? 'conflict' : 'unknown';
}

/** The cycle that contains all of the time; null if it extends over several, or has no end. */
function onlyCycle({ from, to }: Bounds, hourMs: number): AiracCycle | null {
  if (from === null || to === null) return null;
  const cycle = cycleAt(from, hourMs);
  return to < cycle.to ? cycle : null;
}

/** The first evidence that names the cycle that the kit was made in, or any. */
function leadOf(all: readonly Evidence[], made: AiracCycle | null, hourMs: number): CycleLead | null {
  const leads = (['service', 'request', 'document'] as const).flatMap((by): CycleLead[] => {
    const own = all.find(({ evidence }) => evidence === by);
    const cycle = own && onlyCycle(by === 'request' ? { from: own.from, to: own.from } : own, hourMs);
    return cycle ? [{ by, cycle }] : [];
  });
  return leads.find(({ cycle }) => cycle.id === made?.id) ?? leads[0] ?? null;
}

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
function whenWords({ from, at }: Pick<DocumentDate, 'from' | 'at'>): string {
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
  const { cycle, valid_to, expired } = stamp;
  if (state === 'lapsed' && expired) return words.printExpired;
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

/** How far the clocks of service, storage, producer and laptop may differ before their dates contradict each other. */
const CLOCKS_APART_MS = 10 * 60_000;

/** The limits of a time; null: no limit at that end. */
interface Bounds {
  from: number | null;
  to: number | null;
}

interface Made extends Bounds {
  /** No time fits all of the evidence; `from` and `to` then are what some of it allows. */
  conflict: boolean;
}

/** The limits from the evidence of one kind. */
interface Evidence extends Bounds {
  evidence: DateEvidence;
}

/** The limits from each piece of evidence; a date that can't be parsed sets none. */
export function evidenceOf(kit: Pick<Kit, 'dates'>): Evidence[] {
  return kit.dates.flatMap(({ evidence, from: begin, at: end }): Evidence[] => {
    const at = Date.parse(end);
    const from = begin === undefined ? at : Date.parse(begin);
    if (Number.isNaN(at) || Number.isNaN(from) || from > at) return [];
    if (evidence === 'request') return [{ evidence, from: at, to: null }];
    if (evidence === 'storage') return [{ evidence, from: null, to: at }];
    return [{ evidence, from, to: at }];
  });
}

/** When the document was made; null while there is none. */
export function madeBetween(kit: Pick<Kit, 'dates' | 'document' | 'state' | 'state_since'>): Made | null {
  if (!kit.document) return null;
  const all = evidenceOf(kit);
  const from = latest(all.map((one) => one.from));
  const arrived = Date.parse(kit.state_since);
  // It was made before it arrived here, unless this laptop's clock is wrong.
  const here = Number.isNaN(arrived) || (from !== null && arrived < from - CLOCKS_APART_MS) ? null : arrived;
  const to = earliest([...all.map((one) => one.to), here]);
  if (from === null || to === null || from <= to) return { from, to, conflict: false };
  if (from - to <= CLOCKS_APART_MS) return { from: to, to: from, conflict: false };
  const begins = all.map((one) => one.from);
  const ends = all.map((one) => one.to ?? here);
  return {
    from: begins.includes(null) ? null : earliest(begins),
    to: ends.includes(null) ? null : latest(ends),
    conflict: true,
  };
}

function latest(times: readonly (number | null)[]): number | null {
  const known = times.filter((time) => time !== null);
  return known.length === 0 ? null : Math.max(...known);
}

function earliest(times: readonly (number | null)[]): number | null {
  const known = times.filter((time) => time !== null);
  return known.length === 0 ? null : Math.min(...known);
}
