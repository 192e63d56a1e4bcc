import { type ClipboardEvent, type FormEvent, type KeyboardEvent, useEffect, useMemo, useRef } from 'react';
import type { Kit, Trip } from '../../preload/contract.ts';
import { departureLocal, useAirports } from '../airports/airports.ts';
import { batchWords } from '../batch/words.ts';
import { useAppearance } from '../design/appearance.ts';
import { Button } from '../design/button.tsx';
import { isPressed } from '../design/key-press.ts';
import { keyTable } from '../design/keys.ts';
import { Notice } from '../design/notice.tsx';
import { PaneHead } from '../design/pane-head.tsx';
import { appWords } from '../design/words.ts';
import { useKits } from '../kits/kits-store.ts';
import { navigationSlice } from '../shell/state/navigation-store.ts';
import { useStores } from '../shell/state/registry.tsx';
import { SendingNotices } from '../shell/state/sending-notices.tsx';
import { readFlightPlan } from './flight-plan.ts';
import { AirportField, AlternatesField, RouteField, TextField } from './request-fields.tsx';
import { draftToTrip, emptyDraft, requestSlice, useRequest } from './request-store.ts';
import { useRequester } from './use-requester.ts';
import { requestWords } from './words.ts';
import './request.css';

const words = requestWords;

/** The request of one trip kit. Everything typed stays until it was sent. */
export function RequestForm() {
  const [request, navigation] = useStores(requestSlice, navigationSlice);
  const { profile, usable, forProfile, close, show } = useRequester();
  const { draft, busy, failure } = useRequest((state) => state);
  const recent = useRecentTrips();
  const form = useRef<HTMLFormElement>(null);
  const store = request.getState();
  const focus = (name: string) => form.current?.querySelector<HTMLElement>(`[name="${name}"]`)?.focus();

  useEffect(() => form.current?.querySelector<HTMLElement>('[name="origin"]')?.focus(), []);
  // The rules are asked again whenever the draft or the profile changes.
  useEffect(() => {
    if (draft) request.getState().checkSoon(profile?.id ?? null);
  }, [request, draft, profile]);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (!profile || !usable) return;
    const kit = await store.submit(profile.id);
    const field = kit ? null : request.getState().firstError();
    if (kit) show([kit]);
    else if (field) focus(field);
  }

  function repeat(index: number) {
    const trip = recent[index];
    if (!trip) return;
    store.fill(nextTrip(trip, Date.now()));
    focus('departureDate');
  }

  function onKeyDown(event: KeyboardEvent) {
    // What was typed stays, and is there when the form is opened again.
    if (event.key === 'Escape' && !event.defaultPrevented) close();
    const index = keyTable.request.numbered.findIndex((keys) => isPressed(keys, event.nativeEvent));
    if (index < 0 || index >= recent.length) return;
    event.preventDefault();
    repeat(index);
  }

  /** A whole flight plan fills the form wherever it is pasted; a route with its airports, in the field of the route. */
  function onPaste(event: ClipboardEvent) {
    const plan = readFlightPlan(event.clipboardData.getData('text'));
    const inRoute = event.target instanceof HTMLElement && event.target.getAttribute('name') === 'route';
    if (!plan || (plan.kind === 'route' && !inRoute)) return;
    event.preventDefault();
    store.paste(plan);
  }

  return (
    <>
      <PaneHead title={words.title} onClose={close} />
      <form
        ref={form}
        className="stack"
        noValidate
        onSubmit={submit}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
        aria-label={words.title}
      >
        {draft === emptyDraft ? (
          <RecentList trips={recent} onPick={(trip) => repeat(recent.indexOf(trip))} />
        ) : null}
        <p className="hint">
          {forProfile ? <strong>{forProfile}</strong> : null}
          {words.enough}
        </p>
        <div>
          <Button look="quiet" icon="list" onClick={() => navigation.getState().toBatch()}>
            {batchWords.open}
          </Button>
        </div>
        <Fields maxAlternates={profile?.max_alternates ?? 6} />
        <div className="request__foot">
          <Pasted />
          <SendingNotices failure={failure} />
          <div className="request__actions">
            <Button look="quiet" onClick={() => store.clear()}>
              {words.clear}
            </Button>
            <Button type="submit" look="primary" disabled={busy || !usable}>
              {busy ? words.submitting : words.submit}
            </Button>
          </div>
        </div>
      </form>
    </>
  );
}

/** The fields, in the order of their names in the store. */
function Fields({ maxAlternates }: { maxAlternates: number }) {
  const airports = useAirports();
  const draft = useRequest((state) => state.draft);
  // How it writes the hours.
  useAppearance();
  const local = departureLocal(airports, draftToTrip(draft, Date.now()), 'long');
  return (
    <>
      <div className="field-pair">
        <AirportField field="origin" />
        <AirportField field="destination" />
      </div>
      <AlternatesField max={maxAlternates} />
      <TextField field="flight" hint={words.flightHint} maxLength={20} />
      <div className="field-pair">
        <TextField field="departureDate" hint={words.departureDateHint} maxLength={20} />
        <TextField field="departureTime" hint={local ?? words.departureTimeHint} maxLength={10} />
      </div>
      <RouteField />
    </>
  );
}

/** What a pasted flight plan has filled in, and the way back. */
function Pasted() {
  const [request] = useStores(requestSlice);
  const pasted = useRequest((state) => state.pasted);
  if (!pasted) return null;
  return (
    <Notice
      tone="calm"
      action={<Button onClick={() => request.getState().undoPaste()}>{words.pastedUndo}</Button>}
    >
      {words.pasted(pasted.fields.map((field) => words.pastedFields[field]).join(', '))}
    </Notice>
  );
}

const DAY_MS = 86_400_000;

/** The last `count` different trips, the newest first; two that differ in their departure only are the same. */
export function recentTrips(kits: readonly Pick<Kit, 'trip' | 'created_at'>[], count: number): Trip[] {
  const newestFirst = [...kits].sort((a, b) => Date.parse(b.created_at) - Date.parse(a.created_at));
  const found = new Map<string, Trip>();
  for (const { trip } of newestFirst) {
    if (found.size === count) break;
    if (!trip) continue;
    const { departure: _, ...rest } = trip;
    const key = JSON.stringify([rest.origin, rest.destination, rest.alternates, rest.route, rest.flight]);
    if (!found.has(key)) found.set(key, trip);
  }
  return [...found.values()];
}

/**
 * The same trip at its next time of day after `now` (ms): a flight number flies again at the same hour. The remarks are those of one
 * flight: another day has none.
 */
export function nextTrip({ remarks, ...trip }: Trip, now: number): Trip {
  const departure = Date.parse(trip.departure ?? '');
  if (Number.isNaN(departure)) return trip;
  const days = Math.max(0, Math.ceil((now - departure) / DAY_MS));
  if (days === 0 && remarks) return { ...trip, remarks };
  return { ...trip, departure: new Date(departure + days * DAY_MS).toISOString().replace('.000Z', 'Z') };
}

/** How many recent trips are offered; Alt+1 is the newest. */
const RECENT = 4;

/** The trips that were requested lately. */
function useRecentTrips(): readonly Trip[] {
  const kits = useKits((state) => state.kits);
  return useMemo(() => recentTrips(kits, RECENT), [kits]);
}

/** One button for each recent trip. */
function RecentList(props: { trips: readonly Trip[]; onPick: (trip: Trip) => void }) {
  if (props.trips.length === 0) return null;
  return (
    <fieldset className="recent row">
      <legend className="recent__legend">{requestWords.recent}</legend>
      {props.trips.map((trip, index) => {
        const pair = `${trip.origin} ${appWords.arrow} ${trip.destination}`;
        const spoken = [trip.flight, pair].filter(Boolean).join(' ');
        return (
          <button
            key={JSON.stringify(trip)}
            type="button"
            className="chip"
            title={requestWords.recentLabel(spoken, index + 1)}
            aria-keyshortcuts={keyTable.request.numbered[index]}
            onClick={() => props.onPick(trip)}
          >
            <kbd className="recent__key">{index + 1}</kbd>{' '}
            {trip.flight ? <span className="code">{`${trip.flight} `}</span> : null}
            <span className="code">{pair}</span>
          </button>
        );
      })}
    </fieldset>
  );
}
