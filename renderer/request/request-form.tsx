import { type ClipboardEvent, type FormEvent, type KeyboardEvent, useEffect, useRef } from 'react';
import { useAirports } from '../airports/airports.ts';
import { departureLocal } from '../airports/departure-time.ts';
import { batchWords } from '../batch/words.ts';
import { useAppearance } from '../design/appearance.ts';
import { Button } from '../design/button.tsx';
import { isPressed } from '../design/key-press.ts';
import { keyTable } from '../design/keys.ts';
import { Notice } from '../design/notice.tsx';
import { PaneHead } from '../design/pane-head.tsx';
import { navigationSlice } from '../shell/state/navigation-store.ts';
import { useStores } from '../shell/state/registry.tsx';
import { SendingNotices } from '../shell/state/sending-notices.tsx';
import { AlternatesField } from './alternates-field.tsx';
import { readFlightPlan } from './flight-plan.ts';
import { nextTrip, RecentList, useRecentTrips } from './recent-trips.tsx';
import { AirportField, RouteField, TextField } from './request-fields.tsx';
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
      <div className="request__pair">
        <AirportField field="origin" />
        <AirportField field="destination" />
      </div>
      <AlternatesField max={maxAlternates} />
      <TextField field="flight" hint={words.flightHint} maxLength={20} />
      <div className="request__pair">
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
