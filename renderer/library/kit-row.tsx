import type { KeyboardEvent } from 'react';
import type { Kit } from '../../preload/contract.ts';
import { formatUtc } from '../design/format.ts';
import { Icon } from '../design/icons.tsx';
import { Badge } from '../design/notice.tsx';
import { ProgressBar } from '../design/progress-bar.tsx';
import { useNow } from '../design/use-now.ts';
import { strings } from '../strings.ts';
import {
  kitProgress,
  kitTitle,
  rowName,
  stateDetail,
  stateIcons,
  stateLabel,
  stateTones,
  warningCount,
} from './kit-words.ts';

/** One kit in the list: an option of the listbox. */
export function KitRow(props: {
  kit: Kit;
  /** Whose kit it is, where there are several profiles. */
  profileName: string | null;
  selected: boolean;
  /** Whether Tab leads to this row: exactly one row of the list. */
  tabStop: boolean;
  onSelect: () => void;
  onOpen: () => void;
  onKeyDown: (event: KeyboardEvent<HTMLDivElement>) => void;
}) {
  const { kit } = props;
  const now = useNow(kit.state === 'generating');
  const progress = kitProgress(kit, now);
  const warnings = warningCount(kit);
  const detail = stateDetail(kit, now);
  return (
    <div
      role="option"
      id={`kit-${kit.id}`}
      data-kit-id={kit.id}
      data-state={kit.state}
      data-superseded={kit.superseded_by !== null}
      aria-selected={props.selected}
      aria-label={rowName(kit, props.profileName)}
      tabIndex={props.tabStop ? 0 : -1}
      className="kit-row"
      onClick={props.onSelect}
      onDoubleClick={props.onOpen}
      onKeyDown={props.onKeyDown}
    >
      <div className="kit-row__trip">
        <p className="kit-row__title">
          <span className={kit.trip ? 'kit-row__route' : 'kit-row__route kit-row__route--id'}>
            {kitTitle(kit)}
          </span>
          {kit.trip?.flight ? <span className="kit-row__flight">{kit.trip.flight}</span> : null}
          {warnings > 0 ? (
            <Badge tone={kit.acknowledged ? 'calm' : 'warn'} icon="alert">
              {strings.messages.warnings(warnings)}
            </Badge>
          ) : null}
          {kit.superseded_by ? (
            <Badge tone="calm" icon="clock">
              {strings.opening.superseded.badge}
            </Badge>
          ) : null}
          {kit.pinned ? (
            <span className="kit-row__pin" title={strings.opening.pin.badge}>
              <Icon name="bookmark" />
            </span>
          ) : null}
        </p>
        <p className="kit-row__meta">
          <span>{kit.trip?.departure ? formatUtc(kit.trip.departure) : createdText(kit)}</span>
          {kit.trip?.alternates?.length ? (
            <span>{strings.library.alternates(kit.trip.alternates.join(' '))}</span>
          ) : null}
          {props.profileName ? <span className="kit-row__profile">{props.profileName}</span> : null}
          {kit.trip && kit.tripkit_id ? <span className="code kit-row__id">{kit.tripkit_id}</span> : null}
        </p>
      </div>
      <div className="kit-row__state">
        <p className="kit-row__badges">
          <Badge tone={stateTones[kit.state]} icon={stateIcons[kit.state]}>
            {stateLabel(kit)}
          </Badge>
        </p>
        {progress ? <ProgressBar share={progress.share} label={stateLabel(kit)} /> : null}
        <p className="kit-row__detail" title={detail}>
          {detail}
        </p>
      </div>
    </div>
  );
}

function createdText(kit: Kit): string {
  const when = formatUtc(kit.created_at);
  return kit.trip ? strings.library.requestedAt(when) : strings.library.trackedAt(when);
}
