import { useId } from 'react';
import type { Kit } from '../../preload/contract.ts';
import { useDepartureText } from '../airports/airports.ts';
import { Button } from '../design/button.tsx';
import { formatMinutes, formatUtcTime } from '../design/format.ts';
import { Icon } from '../design/icons.tsx';
import { Badge, FailureNotice } from '../design/notice.tsx';
import { appWords } from '../design/words.ts';
import { isRenewable } from '../kits/airac.ts';
import { kitsSlice, useKits } from '../kits/kits-store.ts';
import { openingSlice } from '../kits/opening-store.ts';
import { wayToSoundCopy } from '../kits/soundness-words.ts';
import { trustWords } from '../kits/words.ts';
import { navigationSlice } from '../shell/state/navigation-store.ts';
import { useBridge, useStores } from '../shell/state/registry.tsx';
import { useProfileNames } from '../shell/state/session-store.ts';
import type { CheckedFlight } from './readiness.ts';
import { ChartsLine, type Fix, Line, tones } from './ready-charts.tsx';
import { type Check, mostSevereFirst } from './ready-checks.ts';
import type { Flight } from './ready-flights.ts';
import { readySlice, useReady } from './ready-store.ts';
import { useLeave } from './use-readiness.ts';
import { readyWords } from './words.ts';

const words = readyWords;

/** `EHAM → KJFK`. */
export function flightTitle({ trip }: Pick<Flight, 'trip'>): string {
  return `${trip.origin} ${appWords.arrow} ${trip.destination}`;
}

/** Whether a person is to look at it: not where all is right, nor where only its document is being read, or compared. */
function needsLook({ state, checks }: CheckedFlight): boolean {
  if (state === 'ok') return false;
  return checks.some(
    ({ name, state: one }) =>
      one !== 'ok' && !(one === 'wait' && (name === 'verified' || name === 'changes')),
  );
}

/** Why a flight is not ready, read out with its line: *Next item* leads there, and the checks are below it. */
function firstReason({ state, checks }: CheckedFlight): string | undefined {
  const [worst] = mostSevereFirst(checks);
  return state === 'ok' || !worst ? undefined : `${words.names[worst.name]}: ${worst.text}`;
}

/** A flight: one line, and under it what was checked; open where a person is to look at it. */
export function ReadyFlight({ flight, now }: { flight: CheckedFlight; now: number }) {
  const [ready] = useStores(readySlice);
  const { key, trip, departs, state, kit } = flight;
  const chosen = useReady((all) => all.opened.get(key));
  const open = chosen ?? needsLook(flight);
  const id = useId();
  return (
    <article
      className="ready__flight"
      aria-label={[flightTitle(flight), trip.flight].filter(Boolean).join(', ')}
      data-flight-state={state}
    >
      <h3 className="ready__heading">
        <button
          type="button"
          className="ready__toggle"
          aria-expanded={open}
          aria-controls={id}
          aria-description={firstReason(flight)}
          data-ready-key={key}
          onClick={() => ready.getState().open([key], !open)}
        >
          <Icon name="chevronDown" />
          <span className="ready__route">{flightTitle(flight)}</span>
          {trip.flight ? <span className="hint">{trip.flight}</span> : null}
          <span className="hint">{`${formatUtcTime(departs)}Z`}</span>
          <Badge tone={tones[state]}>
            {/* Its sign alone, so that what is right takes one line. */}
            {state === 'ok' ? <span className="sr-only">{words.states.ok}</span> : words.states[state]}
          </Badge>
        </button>
      </h3>
      <div id={id} className="ready__more" hidden={!open}>
        <Departure flight={flight} now={now} />
        <Checks flight={flight} />
        <Outcome ids={flight.kits} />
        {kit ? <OpenKit kit={kit} prefix={key} primary={state === 'ok'} /> : null}
      </div>
    </article>
  );
}

function Departure({ flight: { trip, departs, profile_id }, now }: { flight: CheckedFlight; now: number }) {
  const names = useProfileNames();
  const departureText = useDepartureText();
  const profile = names?.get(profile_id);
  const span = formatMinutes(Math.abs(departs - now));
  const when = words.departs(
    departureText(trip) ?? '',
    departs >= now ? words.inTime(span) : words.ago(span),
  );
  return <p className="hint">{profile ? `${when}, ${profile}` : when}</p>;
}

function Checks({ flight }: { flight: CheckedFlight }) {
  const fixOf = useFixes(flight);
  return (
    <ul className="ready__checks">
      {mostSevereFirst(flight.checks).map((check) =>
        check.name === 'charts' && check.about && flight.kit ? (
          <ChartsLine
            key={`${check.name}${check.about ?? ''}`}
            check={check}
            kit={flight.kit}
            departs={flight.departs}
            prefix={flight.key}
          />
        ) : (
          <Line
            key={`${check.name}${check.about ?? ''}`}
            check={check}
            fix={check.state === 'ok' ? null : fixOf(check)}
            prefix={flight.key}
          />
        ),
      )}
    </ul>
  );
}

/** What is offered for each thing that may be wrong with a flight. */
function useFixes({ kit, kits, planned }: CheckedFlight): (check: Check) => Fix | null {
  const [navigation, opening, store, ready] = useStores(navigationSlice, openingSlice, kitsSlice, readySlice);
  const leave = useLeave();
  const bridge = useBridge();
  const { fixes } = words;
  const [newest] = kits;

  function show(which: Kit): Fix {
    return {
      label: fixes.show,
      run: (from) => {
        leave(from);
        navigation.getState().visit(which.id);
      },
    };
  }
  function renew(which: Kit): Fix {
    if (!which.trip) return show(which);
    return { label: fixes.renew, run: () => void store.getState().renew(which.id) };
  }

  function act(action: 'retry' | 'tryNow', which: Kit): Fix {
    return { label: trustWords.ways[action], run: () => void store.getState().act(action, which.id) };
  }

  return ({ name, says, about }) => {
    const one = name === 'planned' ? planned.find(({ id }) => id === about) : undefined;
    if (one) return show(one);
    if (newest && (name === 'document' || name === 'newer'))
      return newest.wait?.may_try ? act('tryNow', newest) : show(newest);
    if (!kit) return null;
    if (name === 'warnings') return { label: fixes.read, run: () => opening.getState().askMessages(kit.id) };
    if (name === 'verified' && says === 'unchecked')
      return { label: fixes.again, run: () => void ready.getState().checkDocuments([kit]) };
    if (name === 'verified') {
      const way = says === 'checking' ? null : wayToSoundCopy(kit);
      return way === 'renew' ? renew(kit) : way && act(way, kit);
    }
    if (name === 'shelf' && says === 'unheard')
      return { label: fixes.look, run: () => void bridge.shelf.look(kit.profile_id).catch(() => {}) };
    if (name === 'charts') return says === 'not_compared' ? show(kit) : null;
    const { changes } = kit;
    if (name === 'changes')
      return changes && says !== 'comparing'
        ? {
            label: fixes.changes,
            run: (from) => {
              leave(from);
              navigation.getState().toChanges(changes.old_id, kit.id);
            },
          }
        : null;
    return name === 'cycle' && isRenewable(says) ? renew(kit) : null;
  };
}

/** What came of the last thing that was tried here. */
function Outcome({ ids }: { ids: readonly Kit[] }) {
  const outcomes = useKits((state) => state.outcome);
  const failed = ids.map(({ id }) => outcomes.get(id)).find((one) => one && 'failure' in one);
  return <FailureNotice failure={failed && 'failure' in failed ? failed.failure : null} />;
}

/** Opens a kit; closing it leads back here. */
export function OpenKit({ kit, prefix, primary }: { kit: Kit; prefix: string; primary?: boolean }) {
  const [opening] = useStores(openingSlice);
  const leave = useLeave();
  return (
    <Button
      look={primary ? 'primary' : 'plain'}
      data-ready-key={`${prefix}|open`}
      onClick={(event) => {
        leave(event.currentTarget);
        opening.getState().askHere(kit.id);
      }}
    >
      {words.fixes.open}
    </Button>
  );
}
