import { memo } from 'react';
import type { Appearance, Kit } from '../../../preload/contract.ts';
import type { AirportIndex } from '../../airports/airport-index.ts';
import { departureLocal, departureText } from '../../airports/departure-time.ts';
import { changesWords } from '../../comparison/words.ts';
import { formatUtcDate, formatUtcTime } from '../../design/format.ts';
import { Icon } from '../../design/icons.tsx';
import { ProgressBar } from '../../design/progress-bar.tsx';
import { useNow } from '../../design/use-now.ts';
import { failureWords } from '../../design/words.ts';
import { kitAirac } from '../airac.ts';
import { cautionWords, chipWords } from '../airac-words.ts';
import { chartFlags } from '../change-words.ts';
import {
  changesWithTime,
  kitProgress,
  kitTitle,
  rowName,
  stateDetail,
  trackedTitle,
  warningCount,
} from '../kit-words.ts';
import type { LibraryEntry } from '../list/library-entry.ts';
import { isDamaged } from '../soundness-words.ts';
import { KitBadge } from '../state-badge.tsx';
import { libraryWords, messageWords, openingWords } from '../words.ts';

/** What a card and a row of the table are given of their kit. */
export interface RowProps {
  entry: LibraryEntry;
  /** Its upper edge among the rows, px. */
  top: number;
  /** Whose kit it is, where there are several profiles. */
  profileName: string | null;
  selected: boolean;
  /** Whether the keys are here. */
  active: boolean;
  /** Whether its flight departs next. */
  next: boolean;
  /** Which kit of the list it is, from 1. */
  position: number;
  /** The start of this day in UTC, ms since 1970: what is current may change with it. */
  today: number;
  /** How times are written and when cycles change: another object where the person has changed that. */
  appearance: Appearance;
}

/**
 * One kit in the list, an option of the listbox. The list listens for it. Scrolling reuses a row for another kit, so it keeps
 * no state, and holds no more elements than are seen.
 */
export const KitRow = memo(function KitRow(
  props: RowProps & {
    count: number;
    /** Whether the head above says the day. */
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
    // Named by the list only while the keys are here.
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

/** The id of the row where the keys are, for `aria-activedescendant`. */
export function rowId(kitId: string): string {
  return `kit-${kitId}`;
}

/** Departure in UTC and below it the local time of its airport; or when the kit was asked for, where there is none. */
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

/** Signs of what a person has to look at, each with its words. */
export function KitFlags({ kit }: { kit: Kit }) {
  const warnings = warningCount(kit);
  const { changed, dates } = chartFlags(kit, Date.now());
  return (
    <>
      {warnings > 0 ? (
        <span
          className={kit.acknowledged ? 'kit-row__flag' : 'kit-row__flag kit-row__flag--warn'}
          title={messageWords.warnings(warnings)}
        >
          <Icon name="alert" />
          {warnings}
        </span>
      ) : null}
      {changed > 0 ? (
        <span className="kit-row__flag kit-row__flag--warn" title={changesWords.flag(changed)}>
          <Icon name="facing" />
          {changed}
        </span>
      ) : null}
      {dates.length > 0 ? (
        <span className="kit-row__flag kit-row__flag--warn" title={dates.join(', ')}>
          <Icon name="clock" />
        </span>
      ) : null}
      {kit.pinned ? (
        <span className="kit-row__pin" title={openingWords.pin.badge}>
          <Icon name="bookmark" />
        </span>
      ) : null}
    </>
  );
}

/** What is known of the kit's cycle; loud only where a person has something to look at or to do. */
function AiracChip({ kit, today }: { kit: Kit; today: number }) {
  // A cycle changes with a day: within one the answer is the same.
  const airac = kitAirac(kit, Math.max(today, Date.now()));
  if (!airac) return null;
  const caution = cautionWords(kit, airac);
  if (!caution) return <span className="kit-row__cycle">{chipWords(airac)}</span>;
  return (
    <span className="kit-row__cycle kit-row__cycle--caution" title={caution}>
      <Icon name="alert" />
      {chipWords(airac)}
    </span>
  );
}

/** A state that changes without the person, with its progress. */
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
