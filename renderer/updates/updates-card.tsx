import { useEffect } from 'react';
import { createStore } from 'zustand/vanilla';
import type { UpdateState } from '../../preload/contract.ts';
import { Button } from '../design/button.tsx';
import { Check } from '../design/field.tsx';
import { formatUtc, formatUtcDate } from '../design/format.ts';
import { FailureNotice, Notice } from '../design/notice.tsx';
import { ProgressBar } from '../design/progress-bar.tsx';
import { settingsWords } from '../settings/words.ts';
import { defineSlice, useStores } from '../setup/state/registry.ts';
import type { UiFailure } from '../shell/state/bridge.ts';
import { follow, oneAtATime } from '../shell/state/calls.ts';
import { updateWords } from './words.ts';
import './updates.css';

const words = updateWords;

/** New versions of the app: what is available, what can be done with it, and how to go back. */
export function UpdatesCard() {
  const [updates] = useStores(updatesSlice);
  const { state, busy, failure, none } = useUpdates((slice) => slice);
  useEffect(() => updates.getState().start(), [updates]);
  return (
    <div className="stack updates">
      <FailureNotice failure={failure} />
      {state ? <Shown state={state} busy={busy} none={none} /> : null}
    </div>
  );
}

function Shown({ state, busy, none }: { state: UpdateState; busy: string | null; none: boolean }) {
  const [updates] = useStores(updatesSlice);
  const { status, version, why_not } = state;
  const shut = status === 'off' || status === 'unavailable';
  const working = status === 'checking' || (status === 'downloading' && !state.waits_for_hours);
  return (
    <>
      <p>
        {words.running(state.current)}{' '}
        {state.came ? words.came(state.came.from, formatUtcDate(state.came.at)) : null}
      </p>
      {shut ? <Notice tone="calm">{why_not}</Notice> : null}
      {status === 'failed' ? (
        <Notice tone="danger" alert>
          {why_not}
        </Notice>
      ) : null}
      {status === 'ready' && version !== null ? <Ready state={state} version={version} busy={busy} /> : null}
      {status === 'downloading' && version !== null ? <Downloading state={state} version={version} /> : null}
      {shut ? null : (
        <>
          {state.hours === null ? null : (
            <Notice tone="calm">
              {settingsWords.managed} {words.hours(hoursText(state.hours))}
            </Notice>
          )}
          {state.channel === 'beta' ? (
            <Notice tone="calm">
              {settingsWords.managed} {words.beta}
            </Notice>
          ) : null}
          <p className="muted" role="status">
            {none && !working && status === 'idle' ? `${words.none} ` : null}
            {state.checked_at === null ? words.never : words.checked(formatUtc(state.checked_at))}
          </p>
          <div className="row">
            <Button disabled={busy !== null || working} onClick={() => void updates.getState().check()}>
              {busy === 'check' || status === 'checking' ? words.checking : words.check}
            </Button>
          </div>
        </>
      )}
      {state.came ? <CameFrom current={state.current} came={state.came} /> : null}
    </>
  );
}

function Downloading({ state, version }: { state: UpdateState; version: string }) {
  if (state.waits_for_hours && state.hours !== null)
    return <p>{words.waitsForHours(version, hoursText(state.hours))}</p>;
  return (
    <>
      <p>{words.downloading(version, state.percent)}</p>
      <ProgressBar share={state.percent === null ? null : state.percent / 100} label={words.downloadLabel} />
      <p className="muted">{words.downloadNote}</p>
    </>
  );
}

/** For example `22:00 and 05:30`. */
function hoursText(hours: string): string {
  return hours.replace('-', words.and);
}

function Ready({ state, version, busy }: { state: UpdateState; version: string; busy: string | null }) {
  const [updates] = useStores(updatesSlice);
  return (
    <>
      <Notice
        tone="ok"
        action={
          <Button
            disabled={busy !== null || !state.may_install}
            onClick={() => void updates.getState().install()}
          >
            {busy === 'install' ? words.installing : words.install}
          </Button>
        }
      >
        <p>{words.ready(version)}</p>
        {state.why_not ? <p>{state.why_not}</p> : null}
      </Notice>
      <Check
        checked={state.on_quit}
        disabled={busy !== null}
        onChange={(event) => void updates.getState().installOnQuit(event.target.checked)}
      >
        {words.onQuit}
      </Check>
      <p className="muted">{words.onQuitNote}</p>
      <Notes title={words.notes(version)} text={state.notes} />
    </>
  );
}

function CameFrom({ current, came }: { current: string; came: NonNullable<UpdateState['came']> }) {
  return (
    <>
      {came.notes ? <Notes title={words.notes(current)} text={came.notes} /> : null}
      <details>
        <summary>{words.back}</summary>
        <ol className="updates__steps">
          {words.backSteps(came.from).map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
        <p className="muted">{words.backWhere}</p>
      </details>
    </>
  );
}

function Notes({ title, text }: { title: string; text: string | null }) {
  return (
    <details>
      <summary>{title}</summary>
      {/* Long notes scroll, which the keyboard has to reach. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a place that scrolls needs the focus (WCAG 2.1.1) */}
      <section className="updates__notes" aria-label={title} tabIndex={0}>
        {text ?? words.noNotes}
      </section>
    </details>
  );
}

interface UpdatesSliceState {
  state: UpdateState | null;
  /** The action that the person started and that is still running. */
  busy: 'check' | 'install' | 'onQuit' | null;
  failure: UiFailure | null;
  /** Whether the person's last check found nothing newer. */
  none: boolean;
  /** Reads the state and follows its changes. Returns a function that stops following. */
  start(): () => void;
  check(): Promise<void>;
  install(): Promise<void>;
  installOnQuit(on: boolean): Promise<void>;
}

/** Updates of the app itself. */
const [updatesSlice, useUpdates] = defineSlice(({ bridge }) =>
  createStore<UpdatesSliceState>()((set, get) => {
    const run = oneAtATime(set, get);
    return {
      state: null,
      busy: null,
      failure: null,
      none: false,
      start() {
        set({ failure: null, none: false });
        return follow(
          (listener) => bridge.updates.on('changed', listener),
          bridge.updates.state,
          (state) => set({ state }),
          (failure) => set({ failure }),
        );
      },
      async check() {
        set({ none: false });
        const state = await run('check', () => bridge.updates.check());
        if (!state) return;
        set({ none: state.status === 'idle' });
        // What happened since is in the events.
        if (get().state === null) set({ state });
      },
      async install() {
        set({ none: false });
        await run('install', () => bridge.updates.install());
      },
      async installOnQuit(on) {
        set({ none: false });
        const state = await run('onQuit', () => bridge.updates.installOnQuit(on));
        if (state) set({ state });
      },
    };
  }),
);
