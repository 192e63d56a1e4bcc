import { type ClipboardEvent, type FormEvent, type KeyboardEvent, useEffect, useRef } from 'react';
import { AirportInput } from '../airports/airport-input.tsx';
import { useAirports } from '../airports/use-airports.ts';
import { Button, IconButton } from '../design/button.tsx';
import { Field, type FieldProblem } from '../design/field.tsx';
import { Notice } from '../design/notice.tsx';
import { kitsSlice } from '../kits/kits-store.ts';
import { librarySlice } from '../kits/list/library-store.ts';
import { SendingNotices } from '../session/sending-notices.tsx';
import { useSession } from '../session/session-store.ts';
import { navigationSlice } from '../state/navigation-store.ts';
import { useStores } from '../state/registry.tsx';
import { strings } from '../strings/strings.ts';
import { AlternatesField } from './alternates-field.tsx';
import { readFlightPlan } from './flight-plan.ts';
import { RecentList, useRecentTrips } from './recent-list.tsx';
import { nextTrip } from './recent-trips.ts';
import { emptyDraft, requestSlice, useRequest } from './request-store.ts';
import './request.css';

/** The request of one trip kit. Everything typed stays until it was sent. */
export function RequestForm() {
  const [request, kits, library, navigation] = useStores(
    requestSlice,
    kitsSlice,
    librarySlice,
    navigationSlice,
  );
  const profile = useSession((state) => state.profile);
  const several = useSession((state) => state.profiles.length > 1);
  const usable = useSession((state) => state.identity?.state === 'usable');
  const { draft, touched, busy, failure, pasted } = useRequest((state) => state);
  const book = useAirports();
  const recent = useRecentTrips();
  const form = useRef<HTMLFormElement>(null);
  const store = request.getState();

  useEffect(() => {
    form.current?.querySelector<HTMLElement>('[name="origin"]')?.focus();
  }, []);
  // The rules are asked anew whenever the draft or the profile changes.
  useEffect(() => {
    if (draft) request.getState().checkSoon(profile?.id ?? null);
  }, [request, draft, profile]);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (!profile || !usable) return;
    const kit = await store.submit(profile.id);
    if (kit) {
      kits.getState().merge([kit]);
      library.getState().clearFilter();
      navigation.getState().select(kit.id);
      return;
    }
    const field = request.getState().firstError();
    if (field) form.current?.querySelector<HTMLElement>(`[name="${field}"]`)?.focus();
  }

  function again(index: number) {
    const trip = recent[index];
    if (!trip) return;
    store.fill(nextTrip(trip, Date.now()));
    form.current?.querySelector<HTMLElement>('[name="departureDate"]')?.focus();
  }

  function onKeyDown(event: KeyboardEvent) {
    const digit = /^Digit([1-9])$/.exec(event.code)?.[1];
    if (!digit || !event.altKey || event.ctrlKey || event.metaKey || Number(digit) > recent.length) return;
    event.preventDefault();
    again(Number(digit) - 1);
  }

  /** A whole flight plan fills the form wherever it is pasted; a route with its airports, in the field of the route. */
  function onPaste(event: ClipboardEvent) {
    const plan = readFlightPlan(event.clipboardData.getData('text'));
    const inRoute = event.target instanceof HTMLElement && event.target.getAttribute('name') === 'route';
    if (!plan || (plan.kind === 'route' && !inRoute)) return;
    event.preventDefault();
    store.paste(plan);
  }

  /** An airport by its code or name; what is known of a code stands below it. */
  function airport(field: 'origin' | 'destination', label: string) {
    const code = draft[field].trim();
    const known = book?.get(code) ?? null;
    const problems = [...store.problemsOf(field)];
    const sound = /^[A-Z]{4}$/.test(code) && !problems.some(({ severity }) => severity === 'error');
    // Not before the field was left: four letters may be the beginning of a name.
    if (book && !known && sound && touched.has(field))
      problems.push({ severity: 'warning', message: strings.airports.unknown(code) } satisfies FieldProblem);
    return (
      <Field
        label={label}
        hint={
          known ? strings.airports.known(known.name, known.city, known.country) : strings.request.airportHint
        }
        problems={problems}
      >
        {(control) => (
          <AirportInput
            control={control}
            name={field}
            className="input input--code"
            value={draft[field]}
            required
            onText={(typed) => store.edit({ [field]: typed })}
            onPick={(icao) => store.edit({ [field]: icao })}
            onBlur={() => {
              if (draft[field]) store.touch(field);
            }}
          />
        )}
      </Field>
    );
  }

  /** A single-line field; codes are upper-cased as they are typed. */
  function text(
    field: 'flight' | 'departureDate' | 'departureTime',
    label: string,
    hint: string,
    more: TextOptions,
  ) {
    return (
      <Field label={label} hint={hint} problems={store.problemsOf(field)}>
        {(control) => (
          <input
            {...control}
            name={field}
            className="input input--code"
            value={draft[field]}
            maxLength={more.maxLength}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => store.edit({ [field]: event.target.value.toUpperCase() })}
            onBlur={() => {
              if (draft[field]) store.touch(field);
            }}
          />
        )}
      </Field>
    );
  }

  return (
    <>
      <div className="pane__head">
        <h2>{strings.request.title}</h2>
        <IconButton
          icon="cross"
          label={strings.app.close}
          onClick={() => navigation.getState().show('kit')}
        />
      </div>
      <form
        ref={form}
        className="pane__form"
        noValidate
        onSubmit={submit}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
        aria-label={strings.request.title}
      >
        {draft === emptyDraft ? (
          <RecentList trips={recent} onPick={(trip) => again(recent.indexOf(trip))} />
        ) : null}
        <p className="request__enough">
          {several && profile ? <strong>{`${strings.request.forProfile(profile.name)} `}</strong> : null}
          {strings.request.enough}
        </p>
        <div>
          <Button look="quiet" icon="list" onClick={() => navigation.getState().toBatch()}>
            {strings.batch.open}
          </Button>
        </div>
        <div className="request__pair">
          {airport('origin', strings.request.origin)}
          {airport('destination', strings.request.destination)}
        </div>
        <AlternatesField
          max={profile?.max_alternates ?? 6}
          tokens={draft.alternates}
          text={draft.alternateText}
          problems={store.problemsOf('alternates')}
          onText={(alternateText) => store.edit({ alternateText })}
          onAdd={(added) => store.addAlternates(added)}
          onRemove={(index) => store.removeAlternate(index)}
          onBlur={() => store.touch('alternates')}
        />
        {text('flight', strings.request.flight, strings.request.flightHint, {
          maxLength: 20,
        })}
        <div className="request__pair">
          {text('departureDate', strings.request.departureDate, strings.request.departureDateHint, {
            maxLength: 20,
          })}
          {text('departureTime', strings.request.departureTime, strings.request.departureTimeHint, {
            maxLength: 10,
          })}
        </div>
        <Field
          label={strings.request.route}
          hint={strings.request.routeHint}
          problems={store.problemsOf('route')}
        >
          {(control) => (
            <textarea
              {...control}
              name="route"
              className="input input--code"
              rows={3}
              maxLength={10_000}
              value={draft.route}
              spellCheck={false}
              onChange={(event) => store.edit({ route: event.target.value.toUpperCase() })}
              onBlur={() => store.touch('route')}
              onKeyDown={(event) => {
                if (event.key === 'Enter' && !event.shiftKey) {
                  event.preventDefault();
                  form.current?.requestSubmit();
                }
              }}
            />
          )}
        </Field>
        {pasted ? (
          <Notice
            tone="calm"
            action={<Button onClick={() => store.undoPaste()}>{strings.request.pastedUndo}</Button>}
          >
            {strings.request.pasted(
              pasted.fields.map((field) => strings.request.pastedFields[field]).join(', '),
            )}
          </Notice>
        ) : null}
        <SendingNotices failure={failure} />
        <div className="request__actions">
          <Button look="quiet" onClick={() => store.clear()}>
            {strings.request.clear}
          </Button>
          <Button type="submit" look="primary" disabled={busy || !usable}>
            {busy ? strings.request.submitting : strings.request.submit}
          </Button>
        </div>
      </form>
    </>
  );
}

interface TextOptions {
  maxLength: number;
}
