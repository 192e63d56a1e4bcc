import { useRef } from 'react';
import { Button } from '../design/button.tsx';
import { formatUtc, formatUtcDate } from '../design/format.ts';
import { Notice } from '../design/notice.tsx';
import { PaneHead } from '../design/pane-head.tsx';
import { navigationSlice } from '../shell/state/navigation-store.ts';
import { noticesSlice } from '../shell/state/notices-store.ts';
import { useStores } from '../shell/state/registry.tsx';
import { sessionSlice, useProfileNames } from '../shell/state/session-store.ts';
import type { CheckedFlight, Readiness } from './readiness.ts';
import { type Fix, Line, tones } from './ready-charts.tsx';
import type { Check } from './ready-checks.ts';
import { ReadyFlight } from './ready-flight.tsx';
import { PastFlights, UnknownKits } from './ready-others.tsx';
import { readySlice } from './ready-store.ts';
import { useReadiness, useWayBack } from './use-readiness.ts';
import { readyWords } from './words.ts';
import './ready.css';

const words = readyWords;

/** The page that answers "may I close the lid?" for all flights of the time ahead, each line with its way on. */
export function ReadyPanel() {
  const [navigation] = useStores(navigationSlice);
  const panel = useWayBack();
  const { result, now } = useReadiness();
  const { hours, until, flights, later, past, unknown, laptop } = result;
  return (
    <>
      <PaneHead title={words.title} isPage onClose={() => navigation.getState().show('kit')} />
      <div ref={panel} className="ready">
        <Verdict result={result} />
        <Days flights={flights} now={now} />
        {later.length > 0 ? <h2>{words.laterTitle}</h2> : null}
        {later.map((flight) => (
          <ReadyFlight key={flight.key} flight={flight} now={now} />
        ))}
        <UnknownKits kits={unknown} />
        <Laptop checks={laptop} />
        <PastFlights flights={past} />
        <p className="hint">{words.window(hours, formatUtc(new Date(until).toISOString()))}</p>
      </div>
    </>
  );
}

/** The answer in one sentence and in numbers; it stays in sight while the flights are scrolled. */
function Verdict({ result }: { result: Readiness }) {
  const [ready] = useStores(readySlice);
  const box = useRef<HTMLDivElement>(null);
  const last = useRef<HTMLElement>(null);
  const { state, hours, flights, later, unknown } = result;
  const isNone = state === 'ok' && flights.length === 0;
  const done = flights.filter((flight) => flight.state === 'ok').length;
  const numbers = [
    words.numbers(flights.length, hours, done),
    later.length > 0 ? words.later(later.length) : '',
    unknown.length > 0 ? words.unknownCount(unknown.length) : '',
  ];
  return (
    <div ref={box} className="ready__verdict">
      <div role="status" data-ready-to-fly={isNone ? 'none' : state}>
        <Notice tone={isNone ? 'calm' : tones[state]}>
          {isNone ? (
            words.none(hours)
          ) : (
            <>
              <strong>{words.verdicts[state]}</strong>
              {/* Not seen: without it Orca says “lid.1 flight”. */}
              <br />
              <span className="notice__small">{numbers.filter(Boolean).join(' ')}</span>
            </>
          )}
        </Notice>
      </div>
      <div className="row">
        <Button data-ready-key="again" onClick={() => ready.getState().begin()}>
          {words.again}
        </Button>
        {state === 'ok' ? null : (
          <Button
            data-ready-key="next"
            onClick={() => {
              last.current = toNextItem(box.current, last.current);
            }}
          >
            {words.nextItem}
          </Button>
        )}
      </div>
    </div>
  );
}

/** What is not right, in the order of the panel. */
const ITEMS = [
  '.ready__flight:not([data-flight-state="ok"]) .ready__toggle',
  '[data-item-state] .ready__toggle',
  '.ready__laptop [data-check]:not([data-check-state="ok"])',
]
  .map((selector) => `.ready ${selector}`)
  .join();

/** Moves the focus to the next item, wrapping around, and returns that item. */
function toNextItem(verdict: HTMLElement | null, last: HTMLElement | null): HTMLElement | null {
  const items = [...(verdict?.closest('.pane')?.querySelectorAll<HTMLElement>(ITEMS) ?? [])];
  const next = items[(last ? items.indexOf(last) + 1 : 0) % items.length] ?? null;
  next?.focus({ preventScroll: true });
  next?.scrollIntoView({ block: 'start' });
  return next;
}

/** The flights, day by day (UTC). */
function Days({ flights, now }: { flights: readonly CheckedFlight[]; now: number }) {
  const days = Map.groupBy(flights, ({ departs }) => formatUtcDate(new Date(departs).toISOString()));
  return [...days].map(([day, some]) => (
    <div key={day} className="ready__day">
      <h2>{day}</h2>
      {some.map((flight) => (
        <ReadyFlight key={flight.key} flight={flight} now={now} />
      ))}
    </div>
  ));
}

/** What all flights share. */
function Laptop({ checks }: { checks: readonly Check[] }) {
  const fixOf = useLaptopFixes();
  const names = useProfileNames();
  return (
    <section className="ready__flight ready__laptop" aria-label={words.laptop}>
      <h2>{words.laptop}</h2>
      <ul className="ready__checks">
        {checks.map((check) => (
          <Line
            key={`${check.name}${check.about ?? check.text}`}
            check={check}
            fix={fixOf(check)}
            prefix="laptop"
            named={check.name === 'identity' && check.about ? names?.get(check.about) : undefined}
          />
        ))}
      </ul>
    </section>
  );
}

function useLaptopFixes(): (check: Check) => Fix | null {
  const [session, notices] = useStores(sessionSlice, noticesSlice);
  const { fixes } = words;
  return ({ name, state, about }) => {
    if (name === 'identity' && state !== 'wait')
      return {
        label: fixes.setUp,
        run: () => void session.getState().openSetup('identity'),
      };
    if (name === 'notice' && about)
      return { label: fixes.dismiss, run: () => void notices.getState().dismiss(about) };
    return null;
  };
}
