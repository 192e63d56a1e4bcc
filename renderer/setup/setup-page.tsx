import { useEffect, useRef } from 'react';
import { setupSettings } from '../../main/settings/rules/settings-table.ts';
import type { SetupPart } from '../../preload/contract.ts';
import { Button } from '../design/button.tsx';
import { ignoreStrayDrops } from '../design/drop-zone.tsx';
import { Notice } from '../design/notice.tsx';
import { Step } from '../design/steps.tsx';
import { appWords } from '../design/words.ts';
import { WatchCard } from '../desk/watch-card.tsx';
import { watchWords } from '../desk/words.ts';
import { IdentityStep } from '../identity/identity-step.tsx';
import { HandOverCard } from '../parcels/hand-over-card.tsx';
import { handOverWords } from '../parcels/words.ts';
import { ProfileStep } from '../profile/profile-step.tsx';
import { SettingRows } from '../settings/setting-rows.tsx';
import { ShelfStep } from '../shelf/shelf-step.tsx';
import { shelfWords } from '../shelf/words.ts';
import { noticeWords } from '../shell/words.ts';
import { ConnectionStep, useConnection } from '../support/connection-step.tsx';
import { UpdatesCard } from '../updates/updates-card.tsx';
import { updateWords } from '../updates/words.ts';
import { useBridge, useStores } from './state/registry.ts';
import { settingsSlice, useSettings } from './state/settings-store.ts';
import { setupSlice, useSetup } from './state/setup-store.ts';
import { setupWords } from './words.ts';
import './setup.css';

const words = setupWords;

/** The whole window: the steps to the first request, then the settings that give power. */
export function SetupPage() {
  const [setup, settings] = useStores(setupSlice, settingsSlice);
  const { close, request } = useWindowActions();
  const { status, place, profile, failure } = useSetup((state) => state);
  const usable = useSetup(
    ({ identity }) => identity?.state === 'usable' && identity.identity.expiry.level !== 'expired',
  );
  const idle = useSetup((state) => state.busy === null && state.chosen === null);
  const connected = useConnection((state) => state.diagnosis?.verdict.ok === true);
  const card = useRef<HTMLDivElement>(null);
  useEffect(() => setup.getState().start(), [setup]);
  useEffect(() => settings.getState().start(), [settings]);
  useEffect(() => ignoreStrayDrops(), []);
  useEffect(() => {
    if (status !== 'loading') document.documentElement.dataset.ready = 'true';
  }, [status]);

  const step = usable ? 'done' : profile ? 'identity' : 'profile';
  const focused = useRef<string | null>(null);
  // The next step's button has the focus, so that Enter goes on: once it can be pressed, and no passphrase is being typed.
  useEffect(() => {
    if (status !== 'ready' || !idle || focused.current === step) return;
    focused.current = step;
    const next = step === 'done' ? '.steps__done .button--primary' : '.button--primary';
    card.current?.querySelector<HTMLElement>(next)?.focus({ preventScroll: true });
  }, [status, idle, step]);
  // Every asking is a new place, so that it works a second time.
  useEffect(() => {
    return status === 'ready' && place && place.part !== 'start' ? focusPart(place.part) : undefined;
  }, [status, place]);

  // Before there is a profile, only the way to it; unless a part was asked for.
  const more =
    profile !== null || (place !== null && ['settings', 'hand_over', 'updates'].includes(place.part));
  return (
    <div className="setup">
      <main className="steps" id="content" tabIndex={-1}>
        <div ref={card} className="steps__card">
          <header className="steps__head">
            <h1>{words.title}</h1>
            <p className="muted">{usable ? words.settled : words.welcome}</p>
          </header>
          {failure?.step === 'load' ? (
            <Notice
              tone="danger"
              alert
              action={<Button onClick={() => void setup.getState().load()}>{appWords.tryAgain}</Button>}
            >
              {words.readFailed(failure.error.message)}
            </Notice>
          ) : null}
          {status === 'ready' ? (
            <ol className="steps__list">
              <Step number={1} title={words.profileStep} done={profile !== null}>
                <ProfileStep />
              </Step>
              <Step id="identity" number={2} title={words.identityStep} done={usable}>
                <IdentityStep />
              </Step>
              {profile?.shelf ? (
                <Step id="shelf" icon="list" title={shelfWords.login.title}>
                  <ShelfStep key={profile.id} profile_id={profile.id} shelf={profile.shelf} />
                </Step>
              ) : null}
              {profile && usable ? (
                <Step number={3} title={words.connection.step} done={connected}>
                  <ConnectionStep />
                </Step>
              ) : null}
              {more ? <PowerSteps /> : null}
            </ol>
          ) : null}
          <div className="steps__done row">
            {profile && usable ? (
              <Button look="primary" onClick={request}>
                {words.done}
              </Button>
            ) : null}
            <Button look="quiet" onClick={close}>
              {appWords.close}
            </Button>
          </div>
        </div>
      </main>
    </div>
  );
}

/** The settings that give power. */
function PowerSteps() {
  const [settings] = useStores(settingsSlice);
  const place = useSetup((state) => state.place);
  return (
    <>
      <Step id="settings" icon="sliders" title={words.powers}>
        <SettingRows rows={setupSettings} store={settings} />
        <ManagedLink />
      </Step>
      <Step id="watch" icon="list" title={watchWords.title}>
        <WatchCard />
      </Step>
      <Step id="hand_over" icon="hand" title={handOverWords.title}>
        <HandOverCard kitIds={place?.kit_ids ?? null} />
      </Step>
      <Step id="updates" icon="down" title={updateWords.title}>
        <UpdatesCard />
      </Step>
    </>
  );
}

/** The way to the library's page of managed settings, where administrators have set anything that this window shows. */
function ManagedLink() {
  const bridge = useBridge();
  const shown = useSettings(
    ({ settings }) =>
      settings !== null &&
      (settings.managed.length + settings.forbidden.length > 0 || !settings.allow_other_profiles),
  );
  if (!shown) return null;
  return (
    <div className="row">
      <Button look="quiet" onClick={() => void bridge.app.managed().catch(() => {})}>
        {noticeWords.managed}
      </Button>
    </div>
  );
}

/** What ends the window. Escape closes it too: first a dialog, then a passphrase that is being typed, then the window. */
function useWindowActions(): { close(): void; request(): void } {
  const bridge = useBridge();
  const [setup] = useStores(setupSlice);
  const close = () => void bridge.app.close().catch(() => {});
  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      if (event.key !== 'Escape' || event.defaultPrevented || document.querySelector('dialog:modal')) return;
      event.preventDefault();
      const { chosen, busy, forgetChosen } = setup.getState();
      if (chosen && busy === null) forgetChosen();
      else bridge.app.close().catch(() => {});
    }
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [bridge, setup]);
  return { close, request: () => void bridge.app.request().catch(() => {}) };
}

/**
 * Shows a part and gives the focus to its first control; at a hand-over, which begins with a choice, to its heading. Until a person acts
 * it stays there, whatever grows above it.
 */
function focusPart(part: Exclude<SetupPart, 'start'>): () => void {
  const shown = document.getElementById(part);
  if (!shown) return () => {};
  shown.querySelector<HTMLElement>('h2')?.focus({ preventScroll: true });
  if (part !== 'hand_over')
    shown.querySelector<HTMLElement>('input, select, .button')?.focus({ preventScroll: true });
  const acted = new AbortController();
  const growth = new ResizeObserver(() => shown.scrollIntoView({ block: 'start' }));
  growth.observe(document.body);
  for (const card of shown.parentElement?.children ?? []) growth.observe(card);
  acted.signal.addEventListener('abort', () => growth.disconnect());
  for (const act of ['pointerdown', 'keydown', 'wheel'])
    window.addEventListener(act, () => acted.abort(), { signal: acted.signal });
  return () => acted.abort();
}
