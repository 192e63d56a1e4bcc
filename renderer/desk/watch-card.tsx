import { type ChangeEvent, type FormEvent, useEffect } from 'react';
import { createStore } from 'zustand/vanilla';
import { DEFAULT_TEMPLATE, templateProblem } from '../../main/desk/rules/delivery-name.ts';
import type { WatchState } from '../../preload/contract/desk.ts';
import type { ProfileSummary } from '../../preload/contract/profile.ts';
import { Button } from '../design/button.tsx';
import { Check, errorOf, Field, InputField } from '../design/field.tsx';
import { FailureNotice, Notice } from '../design/notice.tsx';
import { settingsWords } from '../settings/words.ts';
import { defineSlice, useStores } from '../setup/state/registry.ts';
import { useSettings } from '../setup/state/settings-store.ts';
import { useSetup } from '../setup/state/setup-store.ts';
import type { UiFailure } from '../shell/state/bridge.ts';
import { oneAtATime } from '../shell/state/calls.ts';
import { watchWords } from './words.ts';

const words = watchWords;
const LEAST_SECRET = 16;

/** The settings of watched folders, the receivers of events, and the state of the desk. */
export function WatchCard() {
  const [watch] = useStores(watchSlice);
  const { state, failure } = useWatch((slice) => slice);
  const locked = useSettings(({ settings }) => settings?.managed.includes('watch') === true);
  const noCopies = useSettings(({ settings }) => settings?.forbidden.includes('export') === true);
  useEffect(() => watch.getState().start(), [watch]);
  const managed = locked || state?.managed === true;
  // Each kit would be copied into a person's own folder.
  const shut = noCopies && !managed;
  return (
    <div className="stack watch">
      <p className="muted">{words.intro}</p>
      {state && !shut ? <Standing state={state} /> : null}
      {managed ? <Notice tone="calm">{settingsWords.managed}</Notice> : null}
      {shut ? (
        <Notice tone="calm">
          {settingsWords.managed} {words.forbidden}
        </Notice>
      ) : null}
      {shut && state?.folders ? (
        <div className="row">
          <Button onClick={() => void watch.getState().end()}>{words.forget}</Button>
        </div>
      ) : null}
      {state && !managed && !shut ? <WatchForm state={state} /> : null}
      <FailureNotice failure={failure} />
    </div>
  );
}

function Standing({ state }: { state: WatchState }) {
  const { folders, problems, under_way, delivered } = state;
  return (
    <>
      <p role="status">{folders === null ? words.off : words.on(folders.in, under_way, delivered)}</p>
      {problems.map((problem) => (
        <Notice key={problem} tone="danger">
          {problem}
        </Notice>
      ))}
    </>
  );
}

function WatchForm({ state }: { state: WatchState }) {
  const [watch] = useStores(watchSlice);
  const { form, busy } = useWatch((slice) => slice);
  const profiles = useSetup((setup) => setup.profiles);
  const store = watch.getState();
  const { folders, chosen } = state;
  const profile = profiles.find(({ id }) => id === form.profile) ?? profiles[0];
  const shelf = profile?.shelf ?? null;
  const paths = { in: chosen.in ?? folders?.in ?? null, out: chosen.out ?? folders?.out ?? null };
  const program = chosen.command ?? folders?.command?.join(' ') ?? null;
  const template = templateProblem(form.name.trim());
  const webhook = form.webhook.trim();
  const address = webhook === '' || URL.parse(webhook)?.protocol === 'https:' ? null : words.badWebhook;
  const needsSecret = webhook !== '' && !state.secret && form.secret.length < LEAST_SECRET;
  const shortSecret = form.secret !== '' && form.secret.length < LEAST_SECRET;
  const missing = paths.in === null || paths.out === null || !profile;
  const stands = missing || template !== null || address !== null || needsSecret || shortSecret;

  const typed = (name: 'name' | 'webhook' | 'secret') => ({
    value: form[name],
    onChange: (event: ChangeEvent<HTMLInputElement>) => store.edit({ [name]: event.target.value }),
  });
  function submit(event: FormEvent) {
    event.preventDefault();
    if (!stands && profile) void store.begin(profile.id, shelf !== null);
  }

  return (
    <form className="stack" onSubmit={submit} noValidate aria-label={words.title}>
      {(['in', 'out'] as const).map((which) => (
        <Chosen
          key={which}
          label={words.folders[which]}
          value={paths[which]}
          none={words.none}
          choose={words.chooseFolder[which]}
          disabled={busy}
          onChoose={() => void store.chooseFolder(which)}
        />
      ))}
      {profiles.length > 1 ? <ProfileField profile={profile} /> : null}
      <InputField
        label={words.name}
        hint={words.nameHint}
        problems={errorOf(template)}
        maxLength={2000}
        {...typed('name')}
      />
      <Chosen
        label={words.program}
        value={program}
        none={words.noProgram}
        choose={words.chooseProgram}
        disabled={busy}
        onChoose={() => void store.chooseCommand()}
        remove={program === null ? null : () => void store.forgetCommand()}
      />
      <InputField
        label={words.webhook}
        hint={words.webhookHint}
        problems={errorOf(address)}
        maxLength={2000}
        {...typed('webhook')}
      />
      {webhook === '' ? null : (
        <InputField
          label={words.secret}
          hint={state.secret ? words.secretKept : words.secretHint}
          problems={errorOf(shortSecret ? words.badSecret : null)}
          type="password"
          maxLength={500}
          {...typed('secret')}
        />
      )}
      {shelf === null ? null : (
        <Check checked={form.shelf} onChange={(event) => store.edit({ shelf: event.target.checked })}>
          {words.shelf(shelf.name)}
        </Check>
      )}
      <div className="row">
        <Button type="submit" disabled={busy || stands}>
          {folders === null ? words.begin : words.change}
        </Button>
        {folders === null ? null : (
          <Button look="quiet" disabled={busy} onClick={() => void store.end()}>
            {words.end}
          </Button>
        )}
      </div>
      <p className="muted">{words.alone}</p>
    </form>
  );
}

/** As which of the profiles the kits come. */
function ProfileField({ profile }: { profile: ProfileSummary | undefined }) {
  const [watch] = useStores(watchSlice);
  const profiles = useSetup((setup) => setup.profiles);
  return (
    <Field label={words.profile}>
      {(control) => (
        <select
          {...control}
          className="input"
          value={profile?.id ?? ''}
          onChange={(event) => watch.getState().edit({ profile: event.target.value })}
        >
          {profiles.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

/** What was chosen in a dialog of the system's, and the button to choose it. */
function Chosen(props: {
  label: string;
  value: string | null;
  /** The text where nothing is chosen. */
  none: string;
  choose: string;
  disabled: boolean;
  onChoose(): void;
  remove?: (() => void) | null;
}) {
  return (
    <fieldset className="watch__chosen">
      <legend className="field__label">{props.label}</legend>
      <p className={props.value === null ? 'muted' : 'code watch__path'}>{props.value ?? props.none}</p>
      <div className="row">
        <Button disabled={props.disabled} onClick={props.onChoose}>
          {props.choose}
        </Button>
        {props.remove ? (
          <Button look="quiet" disabled={props.disabled} onClick={props.remove}>
            {words.removeProgram}
          </Button>
        ) : null}
      </div>
    </fieldset>
  );
}

/** The typed values; folders and program are chosen in system dialogs, and the main process stores them. */
interface WatchEdit {
  profile: string;
  name: string;
  webhook: string;
  secret: string;
  shelf: boolean;
}

interface WatchSliceState {
  state: WatchState | null;
  form: WatchEdit;
  busy: boolean;
  failure: UiFailure | null;
  /** Reads the state and follows its changes. Returns a function that stops following. */
  start(): () => void;
  edit(patch: Partial<WatchEdit>): void;
  chooseFolder(which: 'in' | 'out'): Promise<void>;
  chooseCommand(): Promise<void>;
  forgetCommand(): Promise<void>;
  /** @param hasShelf whether the profile names one */
  begin(profile: string, hasShelf: boolean): Promise<void>;
  end(): Promise<void>;
}

/** A desk that works alone. */
const [watchSlice, useWatch] = defineSlice(({ bridge }) =>
  createStore<WatchSliceState>()((set, get) => {
    const once = oneAtATime<boolean>(set, get);
    /** @returns whether it was done; a person may have changed their mind */
    async function run(call: () => Promise<WatchState | null>): Promise<boolean> {
      const state = await once(true, call);
      if (state !== null) set({ state });
      return state !== null;
    }
    return {
      state: null,
      form: { profile: '', name: DEFAULT_TEMPLATE, webhook: '', secret: '', shelf: false },
      busy: false,
      failure: null,
      start() {
        const off = bridge.watch.on('changed', (progress) =>
          set(({ state }) => ({ state: state && { ...state, ...progress } })),
        );
        void run(bridge.watch.state).then(() => {
          const folders = get().state?.folders;
          if (!folders) return;
          const { profile, name, webhook, shelf } = folders;
          set({ form: { profile, name, webhook: webhook ?? '', secret: '', shelf } });
        });
        return off;
      },
      edit: (patch) => set(({ form }) => ({ form: { ...form, ...patch } })),
      chooseFolder: async (which) => void (await run(() => bridge.watch.chooseFolder(which))),
      chooseCommand: async () => void (await run(() => bridge.watch.chooseCommand())),
      forgetCommand: async () => void (await run(() => bridge.watch.forgetCommand())),
      async begin(profile, hasShelf) {
        const { name, webhook, secret, shelf } = get().form;
        const input = {
          profile,
          name: name.trim(),
          webhook: webhook.trim() === '' ? null : webhook.trim(),
          secret: secret === '' ? null : secret,
          shelf: shelf && hasShelf,
        };
        // The secret stays on the page no longer than needed.
        if (await run(() => bridge.watch.begin(input))) set({ form: { ...get().form, secret: '' } });
      },
      end: async () => void (await run(() => bridge.watch.end())),
    };
  }),
);
