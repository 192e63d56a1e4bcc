/** What the list needs to know about a kit, computed once for each version of it. Pure. */
import type { Departing } from '../../../main/kits/rules/kit-facts.ts';
import type { Kit } from '../../../preload/contract.ts';
import { formatUtc, MONTHS } from '../../design/format.ts';
import { failureWords } from '../../design/words.ts';
import { cautionWords, kitAirac, searchWords } from '../airac.ts';
import { isUnread, stateDetail, stateLabel, warningCount } from '../kit-words.ts';
import { isDamaged, soundnessLook, withdrawal } from '../soundness-words.ts';
import { libraryWords, messageWords, openingWords } from '../words.ts';

export interface LibraryEntry extends Departing {
  kit: Kit;
  /** Everything that a search looks at, in lower case; computed when first read. */
  readonly text: string;
  /** When the kit was requested; ms since 1970 UTC. */
  created: number;
  /** The reason of the kit's state, without changing times; computed when first read. */
  readonly reason: string;
  /** The name of its profile if there are several; '' otherwise. */
  profileName: string;
  /** Origin, destination, flight: the order by route. */
  route: string;
  /** Origin, destination and alternates. */
  airports: readonly string[];
  unread: boolean;
  warnings: boolean;
}

/** `21nov`, as flight plans and schedulers write a day. */
function dayMonth(ms: number): string {
  const date = new Date(ms);
  return `${String(date.getUTCDate()).padStart(2, '0')}${MONTHS[date.getUTCMonth()]?.toLowerCase() ?? ''}`;
}

function searchText(kit: Kit, at: number, departs: boolean, profileName: string): string {
  const { trip } = kit;
  return [
    trip?.origin,
    trip?.destination,
    ...(trip?.alternates ?? []),
    trip?.flight,
    trip?.remarks,
    departs && trip?.departure ? `${trip.departure} ${formatUtc(trip.departure)} ${dayMonth(at)}` : '',
    kit.tripkit_id,
    stateLabel(kit),
    kit.failure ? failureWords.kinds[kit.failure.kind] : '',
    warningCount(kit) > 0 ? messageWords.warnings(2) : '',
    isUnread(kit) ? libraryWords.unread : '',
    kit.superseded_by ? openingWords.superseded.badge : '',
    kit.pinned ? openingWords.pin.badge : '',
    searchWords(kit),
    profileName,
  ]
    .join(' ')
    .toLowerCase();
}

/** @param profileName '' unless there are several profiles */
export function libraryEntry(kit: Kit, profileName = ''): LibraryEntry {
  const { trip } = kit;
  const created = Date.parse(kit.created_at);
  const departure = Date.parse(trip?.departure ?? '');
  const departs = !Number.isNaN(departure);
  const at = departs ? departure : created;
  let text: string | null = null;
  let reason: string | null = null;
  return {
    kit,
    // Computed on demand: half of the work at a start with thousands of kits, and not needed before the list is shown.
    get text() {
      text ??= searchText(kit, at, departs, profileName);
      return text;
    },
    // Computed on demand: needed for all kits only if the table is sorted by it.
    get reason() {
      reason ??= reasonKey(kit, Date.now());
      return reason;
    },
    profileName,
    at,
    departs,
    created,
    route: trip ? `${trip.origin} ${trip.destination} ${trip.flight ?? ''}` : '\uffff',
    airports: trip ? [trip.origin, trip.destination, ...(trip.alternates ?? [])] : [],
    unread: isUnread(kit),
    warnings: warningCount(kit) > 0,
  };
}

/** Whether the kit is in progress, so its reason may change with time. */
export function isMoving({ state, wait }: Kit): boolean {
  return wait !== null || state === 'generating' || state === 'downloading';
}

/** The reason at `now`, ms since 1970; '' if there is none. */
export function reasonWords(kit: Kit, now: number): string {
  const withdrawn = withdrawal(kit);
  if (withdrawn !== null) return withdrawn;
  if (isDamaged(kit)) return stateDetail(kit, now);
  if (kit.state === 'failed' && kit.failure)
    return libraryWords.table.failure(failureWords.kinds[kit.failure.kind], kit.failure.message);
  if (kit.state !== 'ready') return stateDetail(kit, now);
  if (kit.superseded_by !== null) return openingWords.superseded.badge;
  const airac = kitAirac(kit, now);
  const caution = airac && cautionWords(kit, airac);
  const unread = kit.acknowledged ? 0 : warningCount(kit);
  const look = soundnessLook(kit);
  const doubt = look?.tone === 'warn' ? look.word : '';
  return [doubt, unread > 0 ? messageWords.warnings(unread) : '', caution ?? ''].filter(Boolean).join('. ');
}

/** The reason that the column is sorted by: without times that change every moment. */
function reasonKey(kit: Kit, now: number): string {
  return isMoving(kit) ? (kit.activity ?? '') : reasonWords(kit, now);
}
