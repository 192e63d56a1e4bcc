import { type ReactNode, useId, useState } from 'react';
import type { Kit } from '../../preload/contract.ts';
import { Button } from '../design/button.tsx';
import { formatUtc } from '../design/format.ts';
import { Icon } from '../design/icons.tsx';
import { canEnterDeparture, kitTitle, stateLabel } from '../kits/kit-words.ts';
import { kitWords } from '../kits/words.ts';
import { navigationSlice } from '../shell/state/navigation-store.ts';
import { useStores } from '../shell/state/registry.tsx';
import type { UnknownKit } from './readiness.ts';
import { mostSevereFirst, readableOf, verdict } from './ready-checks.ts';
import { flightTitle, OpenKit } from './ready-flight.tsx';
import type { Flight } from './ready-flights.ts';
import { useLeave } from './use-readiness.ts';
import { type CheckState, readyWords } from './words.ts';

const words = readyWords;

/** Shown before a person asks for the others. */
const SHOWN = 50;

/** Kits whose departure is not known: one line, and each of them on demand. */
export function UnknownKits({ kits }: { kits: readonly UnknownKit[] }) {
  if (kits.length === 0) return null;
  const { title, text, rule } = words.unknown;
  const state = verdict(kits);
  return (
    <Folded
      name="unknown"
      title={title(kits.length)}
      state={state === 'ok' ? null : state}
      text={text}
      rule={rule}
    >
      {mostSevereFirst(kits)
        .slice(0, SHOWN)
        .map(({ kit, check }) => (
          <Other
            key={kit.id}
            title={kitTitle(kit)}
            flight={kit.trip?.flight}
            note={check && check.state !== 'ok' ? `${stateLabel(kit)}. ${check.text}` : stateLabel(kit)}
            kit={kit}
          />
        ))}
    </Folded>
  );
}

/** Flights that have left by plan: they count for nothing, but one of them may be late. */
export function PastFlights({ flights }: { flights: readonly Flight[] }) {
  if (flights.length === 0) return null;
  const { title, text, noKit } = words.past;
  return (
    <Folded name="past" title={title(flights.length)} state={null} text={text}>
      {flights.slice(0, SHOWN).map((flight) => {
        const kit = readableOf(flight) ?? flight.kits[0] ?? null;
        const when = formatUtc(new Date(flight.departs).toISOString());
        const note = [when, kit ? stateLabel(kit) : noKit].join(', ');
        const { key, trip } = flight;
        return <Other key={key} title={flightTitle(flight)} flight={trip.flight} note={note} kit={kit} />;
      })}
    </Folded>
  );
}

function Folded(props: {
  name: string;
  title: string;
  state: CheckState | null;
  text: string;
  rule?: string;
  children: ReactNode;
}) {
  const { name, title, state, text, rule, children } = props;
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <section
      className="ready__flight"
      aria-label={title}
      data-ready-others={name}
      data-item-state={state ?? undefined}
    >
      <h2 className="ready__heading">
        <button
          type="button"
          className="ready__toggle"
          aria-expanded={open}
          aria-controls={id}
          data-ready-key={name}
          onClick={() => setOpen(!open)}
        >
          <Icon name="chevronDown" />
          <span className="ready__route">{title}</span>
        </button>
      </h2>
      <p className={state ? 'ready__says' : 'hint'}>{text}</p>
      <div id={id} className="ready__more" hidden={!open}>
        {rule ? <p className="hint">{rule}</p> : null}
        <ul className="ready__checks">{children}</ul>
      </div>
    </section>
  );
}

function Other(props: { title: string; flight: string | undefined; note: string; kit: Kit | null }) {
  const { title, flight, note, kit } = props;
  const asks = kit !== null && canEnterDeparture(kit) && !kit.entered;
  return (
    <li className="ready__other">
      <span>
        {title}
        {flight ? <span className="hint">{` ${flight}`}</span> : null}
        <span className="hint ready__note">{note}</span>
      </span>
      <span className="row">
        {kit?.document ? <OpenKit kit={kit} prefix={kit.id} /> : null}
        {kit === null ? null : asks ? (
          <ShowKit kit={kit} label={kitWords.departure.enter} />
        ) : kit.document ? null : (
          <ShowKit kit={kit} label={words.fixes.show} />
        )}
      </span>
    </li>
  );
}

/** Shows the details of a kit; closing them leads back here. */
function ShowKit({ kit, label }: { kit: Kit; label: string }) {
  const [navigation] = useStores(navigationSlice);
  const leave = useLeave();
  return (
    <Button
      data-ready-key={`${kit.id}|show`}
      onClick={(event) => {
        leave(event.currentTarget);
        navigation.getState().visit(kit.id);
      }}
    >
      {label}
    </Button>
  );
}
