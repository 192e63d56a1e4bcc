import { memo } from 'react';
import type { Appearance, Kit } from '../../../preload/contract.ts';
import type { AirportIndex } from '../../airports/airport-index.ts';
import { departureLocal, departureText } from '../../airports/airports.ts';
import { formatUtcDate, formatUtcTime } from '../../design/format.ts';
import { Icon } from '../../design/icons.tsx';
import { ProgressBar } from '../../design/progress-bar.tsx';
import { useNow } from '../../design/timing.ts';
import { failureWords } from '../../design/words.ts';
import { cautionWords, chipWords, kitAirac } from '../airac.ts';
import { KitBadge } from '../kit-badges.tsx';
import {
  changesWithTime,
  kitFlags,
  kitProgress,
  kitTitle,
  rowName,
  stateDetail,
  trackedTitle,
} from '../kit-words.ts';
import type { LibraryEntry } from '../list/library-entry.ts';
import { isDamaged } from '../soundness-words.ts';
import { libraryWords, openingWords } from '../words.ts';

/** What a card or a table row needs of its kit. */
export interface RowProps {
  entry: LibraryEntry;
  /** Its upper edge among the rows, px. */
  top: number;
  /** The kit's profile, if there are several. */
  profileName: string | null;
  selected: boolean;
  /** Whether this is the active row, which the keys act on. */
  active: boolean;
  /** Whether its flight departs next. */
  next: boolean;
  /** The kit's position in the list, from 1. */
  position: number;
  /** The start of this day in UTC, ms since 1970: what is current may change with it. */
  today: number;
  /** How times are written and when cycles change: a new object after a change of these settings. */
  appearance: Appearance;
}

/**
 * One kit in the list, an option of the listbox, which handles its events. Scrolling reuses a row for another kit, so it has
 * no state, and only the elements that are visible.
 */
export const KitRow = memo(function KitRow(
  props: RowProps & {
    count: number;
    /** Whether the head above shows the day. */
    dayInHead: boolean;
    /** Names and time zones; null while they are not known. */
    airports: AirportIndex | null;
  },
) {
  const { entry, profileName, airports } = props;
  const { kit } = entry;
  const { trip } = kit;
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the listbox keeps the focus and names its row by aria-activedescendant, because rows come and go as it is scrolled
    <div
      role="option"
      {...rowAttributes(props)}
      aria-posinset={props.position}
      aria-setsize={props.count}
      className="kit-row"
    >
      {/* The row's name: all of it in words that can be read out. Not a label: that would have to hold what is seen, word by word. */}
      <span className="sr-only">{rowName(kit, profileName, departureText(airports, trip))}</span>
      <div className="kit-row__parts" aria-hidden="true">
        <KitTime entry={entry} dayInHead={props.dayInHead} airports={airports} />
        <p className="kit-row__title">
          <span className={trip ? 'kit-row__route' : 'kit-row__route kit-row__route--id'}>
            {trip ? kitTitle(kit) : trackedTitle(kit)}
          </span>
          {trip?.flight ? <span className="kit-row__flight">{trip.flight}</span> : null}
          <KitFlags kit={kit} />
        </p>
        <p className="kit-row__meta">
          {kit.superseded_by ? (
            <span className="kit-row__superseded">
              <Icon name="clock" />
              {openingWords.superseded.badge}
            </span>
          ) : null}
          <AiracChip kit={kit} today={props.today} />
          {trip?.alternates?.length ? (
            <span>{libraryWords.alternates(trip.alternates.join(' '))}</span>
          ) : null}
          {profileName ? <span className="kit-row__profile">{profileName}</span> : null}
        </p>
        {kit.wait || kit.state === 'generating' || kit.state === 'downloading' ? (
          <MovingState key={kit.id} kit={kit} />
        ) : (
          <KitState kit={kit} detail={stateDetail(kit, 0)} />
        )}
      </div>
    </div>
  );
});

/** What a row says of its kit, in the cards and in the table. */
export function rowAttributes(row: RowProps) {
  const { kit, unread } = row.entry;
  return {
    // The list refers to it only while this is the active row.
    id: row.active ? rowId(kit.id) : undefined,
    'data-kit-id': kit.id,
    'data-state': kit.state,
    'data-superseded': kit.superseded_by !== null,
    'data-unread': unread,
    'data-active': row.active,
    'aria-selected': row.selected,
    'aria-current': row.next ? ('time' as const) : undefined,
    draggable: kit.document !== null,
    style: { top: row.top },
  };
}

/** The id of a kit's row, for `aria-activedescendant`. */
export function rowId(kitId: string): string {
  return `kit-${kitId}`;
}

/** Departure in UTC and below it the local time of its airport; or when the kit was requested, if there is no departure. */
function KitTime(props: { entry: LibraryEntry; dayInHead: boolean; airports: AirportIndex | null }) {
  const { entry, dayInHead, airports } = props;
  const { at, departs, kit } = entry;
  const words = libraryWords;
  const local = departs && dayInHead ? departureLocal(airports, kit.trip, 'short') : null;
  const below = departs ? local : kit.trip ? words.requested : words.tracked;
  return (
    <>
      <p className={departs ? 'kit-row__clock' : 'kit-row__clock kit-row__clock--asked'}>
        {formatUtcTime(at)}
        <span className="kit-row__zulu">{words.zulu}</span>
      </p>
      <p className="kit-row__local ellipsis" title={local ?? undefined}>
        {dayInHead ? below : formatUtcDate(new Date(at).toISOString()).replace(/ \d{4}$/, '')}
      </p>
    </>
  );
}

/** The signs of a kit, each with its words. */
export function KitFlags({ kit }: { kit: Kit }) {
  return kitFlags(kit).map(({ icon, words, count, look }) => (
    <span key={icon} className={`kit-row__flag kit-row__flag--${look}`} title={words}>
      <Icon name={icon} />
      {count}
    </span>
  ));
}

/** Shown only if a person must look or act because of the kit's cycle. */
function AiracChip({ kit, today }: { kit: Kit; today: number }) {
  // Cycles change at the start of a day, so the result is the same all day.
  const airac = kitAirac(kit, Math.max(today, Date.now()));
  if (!airac) return null;
  const caution = cautionWords(kit, airac);
  if (!caution) return null;
  return (
    <span className="kit-row__cycle kit-row__cycle--caution" title={caution}>
      <Icon name="alert" />
      {chipWords(airac)}
    </span>
  );
}

/** A state that changes with time, with its progress. */
function MovingState({ kit }: { kit: Kit }) {
  const now = useNow(changesWithTime(kit));
  const progress = kitProgress(kit, now);
  return (
    <>
      <KitState kit={kit} detail={stateDetail(kit, now)} />
      {progress && (kit.wait === null || progress.share !== null) ? (
        <ProgressBar share={progress.share} label={null} />
      ) : null}
    </>
  );
}

function KitState({ kit, detail }: { kit: Kit; detail: string }) {
  return (
    <>
      <KitBadge kit={kit} />
      <p className="kit-row__detail ellipsis" title={detail}>
        {kit.failure && kit.state === 'failed' && !isDamaged(kit)
          ? failureWords.kinds[kit.failure.kind]
          : detail}
      </p>
    </>
  );
}
