import { type FormEvent, useEffect, useRef } from 'react';
import { useRequest, useSession, useStores } from '../app/stores.tsx';
import { Button, IconButton } from '../design/button.tsx';
import { Field } from '../design/field.tsx';
import { Notice } from '../design/notice.tsx';
import { expiredText } from '../setup/expired-text.ts';
import { strings } from '../strings.ts';
import { AlternatesField } from './alternates-field.tsx';
import type { DraftField } from './request-store.ts';
import './request.css';

/** The request of one trip kit. Everything typed stays until it was sent. */
export function RequestForm() {
  const { request, kits, navigation } = useStores();
  const profile = useSession((state) => state.profile);
  const expired = useSession((state) => expiredText(state.identity));
  const several = useSession((state) => state.profiles.length > 1);
  const usable = useSession((state) => state.identity?.state === 'usable');
  const { draft, busy, failure } = useRequest((state) => state);
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
      kits.getState().setFilter('');
      navigation.getState().select(kit.id);
      return;
    }
    const field = request.getState().firstError();
    if (field) form.current?.querySelector<HTMLElement>(`[name="${field}"]`)?.focus();
  }

  /** A single-line field; codes are upper-cased as they are typed. */
  function text(
    field: Exclude<DraftField, 'alternates' | 'route'>,
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
            required={!more.optional}
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
      <form ref={form} className="pane__form" noValidate onSubmit={submit} aria-label={strings.request.title}>
        <p className="request__enough">
          {several && profile ? <strong>{`${strings.request.forProfile(profile.name)} `}</strong> : null}
          {strings.request.enough}
        </p>
        <div className="request__pair">
          {text('origin', strings.request.origin, strings.request.airportHint, { maxLength: 100 })}
          {text('destination', strings.request.destination, strings.request.airportHint, { maxLength: 100 })}
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
          optional: true,
        })}
        <div className="request__pair">
          {text('departureDate', strings.request.departureDate, strings.request.departureDateHint, {
            maxLength: 20,
            optional: true,
          })}
          {text('departureTime', strings.request.departureTime, strings.request.departureTimeHint, {
            maxLength: 10,
            optional: true,
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
        {failure ? (
          <Notice tone="danger" alert>
            {failure.message}
          </Notice>
        ) : null}
        {expired ? <Notice tone="danger">{expired}</Notice> : null}
        {usable ? null : (
          <Notice
            tone="warn"
            action={
              <Button onClick={() => navigation.getState().toSetup()}>{strings.request.goToSetup}</Button>
            }
          >
            {profile ? strings.request.needsIdentity : strings.request.needsProfile}
          </Notice>
        )}
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
  optional?: boolean;
}
