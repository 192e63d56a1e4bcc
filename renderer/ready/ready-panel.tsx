import { useEffect } from 'react';
import type { Kit } from '../../preload/contract.ts';
import { Button } from '../design/button.tsx';
import { formatMinutes, formatUtc } from '../design/format.ts';
import { Badge, Notice, type Tone } from '../design/notice.tsx';
import { PaneHead } from '../design/pane-head.tsx';
import { useNow } from '../design/use-now.ts';
import { kitTitle } from '../kits/kit-words.ts';
import { kitsSlice, useKits } from '../kits/kits-store.ts';
import { openingSlice } from '../kits/opening-store.ts';
import { trustSlice, useTrust } from '../kits/trust-store.ts';
import { useSession } from '../session/session-store.ts';
import { navigationSlice } from '../state/navigation-store.ts';
import { useStores } from '../state/registry.tsx';
import type { CheckState } from '../strings/ready.ts';
import { strings } from '../strings/strings.ts';
import { type Check, checkKit, checkLaptop, nextFlights, verdict } from './ready-checks.ts';
import { readySlice, useReady } from './ready-store.ts';
import './ready.css';

const tones: Record<CheckState, Tone> = { ok: 'ok', wait: 'busy', warn: 'warn', bad: 'danger' };

/** One panel that answers "may I close the lid?" for the next flights, each line with its way on. */
export function ReadyPanel() {
  const [ready, navigation] = useStores(readySlice, navigationSlice);
  const now = useNow(true, 15_000);
  const kits = useKits((state) => state.kits);
  const known = useTrust((state) => state.known);
  const identity = useSession((state) => state.identity);
  const machine = useReady((state) => state.machine);
  const flights = nextFlights(kits, now);
  const documents = flights.map(({ id, document }) => `${id} ${document?.sha256 ?? ''}`).join();
  // Again whenever a flight or a document comes in.
  useEffect(() => {
    if (documents !== '') void ready.getState().check();
  }, [ready, documents]);

  const last = Math.max(now, ...flights.map(({ trip }) => Date.parse(trip?.departure ?? '')));
  const perKit = flights.map((kit) => {
    const trust = known.get(kit.id);
    const fresh = trust?.sha256 === kit.document?.sha256 ? (trust?.soundness ?? null) : null;
    return { kit, checks: checkKit(kit, fresh, now) };
  });
  const laptop = checkLaptop(identity, machine, last);
  const all = verdict([...perKit.flatMap(({ checks }) => checks), ...laptop]);

  return (
    <>
      <PaneHead title={strings.ready.title} onClose={() => navigation.getState().show('kit')} />
      <div className="ready">
        <p className="hint">{strings.ready.intro}</p>
        {flights.length === 0 ? (
          <Notice tone="calm">{strings.ready.none}</Notice>
        ) : (
          <>
            <div role="status" data-ready-to-fly={all}>
              <Notice tone={tones[all]}>
                <strong>{strings.ready.verdicts[all]}</strong>
              </Notice>
            </div>
            {perKit.map(({ kit, checks }) => (
              <Flight key={kit.id} kit={kit} checks={checks} now={now} />
            ))}
            <section className="ready__flight" aria-label={strings.ready.laptop}>
              <h3>{strings.ready.laptop}</h3>
              <ul className="ready__checks">
                {laptop.map((check) => (
                  <Line key={check.name} check={check} fix={check.state === 'ok' ? null : laptopFix(check)} />
                ))}
              </ul>
            </section>
            <Button onClick={() => void ready.getState().check()}>{strings.ready.again}</Button>
          </>
        )}
      </div>
    </>
  );

  function laptopFix({ name }: Check): Fix | null {
    if (name !== 'identity') return null;
    return { label: strings.ready.fixes.setUp, run: () => navigation.getState().toSetup() };
  }
}

interface Fix {
  label: string;
  run: () => void;
}

function Flight({ kit, checks, now }: { kit: Kit; checks: readonly Check[]; now: number }) {
  const [navigation, opening, kits, trust] = useStores(navigationSlice, openingSlice, kitsSlice, trustSlice);
  const departs = Date.parse(kit.trip?.departure ?? '');
  const span = formatMinutes(Math.abs(departs - now));
  const state = verdict(checks);

  function fixOf({ name, says }: Check): Fix | null {
    const { fixes } = strings.ready;
    if (name === 'document') return { label: fixes.show, run: () => navigation.getState().select(kit.id) };
    if (name === 'warnings') return { label: fixes.read, run: () => opening.getState().ask(kit.id) };
    if (name === 'verified' && says === 'unchecked')
      return { label: fixes.again, run: () => void trust.getState().check(kit, { again: true }) };
    const outdated = name === 'cycle' && says === 'outdated';
    if (outdated || name === 'verified')
      return kit.trip
        ? { label: fixes.renew, run: () => void kits.getState().renew(kit.id) }
        : { label: fixes.show, run: () => navigation.getState().select(kit.id) };
    return null;
  }

  return (
    <section className="ready__flight" aria-label={kitTitle(kit)} data-flight-state={state}>
      <div className="ready__heading">
        <h3>
          {kitTitle(kit)}
          {kit.trip?.flight ? <span className="hint">{kit.trip.flight}</span> : null}
        </h3>
        <Badge tone={tones[state]}>{strings.ready.states[state]}</Badge>
      </div>
      <p className="hint">
        {strings.ready.departs(
          formatUtc(kit.trip?.departure ?? ''),
          departs >= now ? strings.ready.inTime(span) : strings.ready.ago(span),
        )}
      </p>
      <ul className="ready__checks">
        {checks.map((check) => (
          <Line key={check.name} check={check} fix={check.state === 'ok' ? null : fixOf(check)} />
        ))}
      </ul>
      {kit.state === 'ready' ? (
        <Button look="primary" onClick={() => opening.getState().ask(kit.id)}>
          {strings.ready.fixes.open}
        </Button>
      ) : null}
    </section>
  );
}

function Line({ check, fix }: { check: Check; fix: Fix | null }) {
  return (
    <li className="ready__check" data-check={check.name} data-check-state={check.state}>
      <Badge tone={tones[check.state]}>{strings.ready.names[check.name]}</Badge>
      <span className="ready__says">{strings.ready.checks[`${check.name}.${check.says}`]}</span>
      {fix && check.state !== 'wait' ? <Button onClick={fix.run}>{fix.label}</Button> : null}
    </li>
  );
}
