import { useEffect, useRef } from 'react';
import { librarySettings } from '../../main/settings/rules/settings-table.ts';
import { Button } from '../design/button.tsx';
import { Step } from '../design/steps.tsx';
import { BackupsCard } from '../parcels/backups-card.tsx';
import { backupWords, handOverWords } from '../parcels/words.ts';
import { ManagedLink } from '../policies/managed-link.tsx';
import { policyWords } from '../policies/words.ts';
import { RetentionCard } from '../settings/retention-card.tsx';
import { SettingRows } from '../settings/setting-rows.tsx';
import { settingsWords } from '../settings/words.ts';
import { navigationSlice, useNavigation } from './state/navigation-store.ts';
import { useStores } from './state/registry.tsx';
import { sessionSlice } from './state/session-store.ts';
import { settingsSlice } from './state/settings-store.ts';

const words = settingsWords;

/** How the library looks and what it keeps. Trust and settings that grant power are in the set-up window. */
export function SettingsScreen() {
  const [navigation, session, settingsStore] = useStores(navigationSlice, sessionSlice, settingsSlice);
  const screen = useNavigation((state) => state.screen);
  const at = screen.name === 'settings' ? screen.at : undefined;
  const main = useRef<HTMLElement>(null);
  const settings = useRef<HTMLLIElement>(null);
  const backups = useRef<HTMLLIElement>(null);
  // Every request makes a new screen object, so this also works a second time.
  useEffect(() => {
    if (screen.name !== 'settings') return;
    const part = screen.at === 'backups' ? backups.current : settings.current;
    // Scrolls to the top, where the back button is, unless a part further down was requested.
    if (screen.at === 'backups') part?.scrollIntoView({ block: 'start' });
    else main.current?.scrollTo(0, 0);
    const control = part?.querySelector<HTMLElement>('input, select');
    (control ?? part)?.focus({ preventScroll: true });
  }, [screen]);
  return (
    <main ref={main} className="steps" id="content" tabIndex={-1}>
      <div className="steps__card">
        <header className="steps__head">
          <Button look="quiet" icon="back" onClick={() => navigation.getState().toLibrary()}>
            {words.back}
          </Button>
          <h1>{words.title}</h1>
        </header>
        <ol className="steps__list">
          <Step place={settings} icon="sliders" title={words.app.title}>
            <SettingRows rows={librarySettings} store={settingsStore} />
            <ManagedLink />
          </Step>
          <Step title={words.retention.title}>
            <RetentionCard />
          </Step>
          <Step place={backups} icon="undo" title={backupWords.title}>
            <BackupsCard asked={at === 'backups' ? screen : null} />
          </Step>
          <Step icon="hand" title={policyWords.title}>
            <p className="muted">{policyWords.linkIntro}</p>
            <div className="row">
              <Button onClick={() => navigation.getState().toPolicy()}>{policyWords.link}</Button>
            </div>
          </Step>
          <Step icon="lock" title={words.setup.title}>
            <p className="muted">{words.setup.intro}</p>
            <div className="row">
              <Button onClick={() => void session.getState().openSetup()}>{words.setup.open}</Button>
              <Button look="quiet" onClick={() => void session.getState().openSetup('settings')}>
                {words.setup.settings}
              </Button>
              <Button look="quiet" onClick={() => void session.getState().handOver(null)}>
                {handOverWords.laptop}
              </Button>
              <Button look="quiet" onClick={() => void session.getState().openSetup('updates')}>
                {words.setup.updates}
              </Button>
            </div>
          </Step>
        </ol>
      </div>
    </main>
  );
}
