import { useEffect, useState } from 'react';
import type { AppInfo, IdentityState } from '../../preload/contract.ts';
import { cockpitWords } from '../cockpit/words.ts';
import { useAppearance } from '../design/appearance.ts';
import { Button } from '../design/button.tsx';
import { themeWords } from '../design/words.ts';
import { handOverWords } from '../parcels/words.ts';
import { settingsWords } from '../settings/words.ts';
import type { AppDialog } from './commands.ts';
import { DiagnosticsDialog, HelpDialog, ShortcutsDialog } from './lazy-components.tsx';
import { navigationSlice } from './state/navigation-store.ts';
import { useBridge, useStores } from './state/registry.tsx';
import { sessionSlice, useSession } from './state/session-store.ts';
import { settingsSlice, useSettings } from './state/settings-store.ts';
import { noticeWords, profileMenuWords } from './words.ts';

const MENU = 'profile-menu';

/** Whose service is in use, the state of its certificate, and the way to set-up. */
export function ProfileMenu() {
  const bridge = useBridge();
  const [session, navigation, settings] = useStores(sessionSlice, navigationSlice, settingsSlice);
  const [dialog, setDialog] = useState<AppDialog | null>(null);
  const themeManaged = useSettings((state) => state.settings?.managed.includes('theme') ?? false);
  const { profile, profiles, identity } = useSession((state) => state);
  const { theme, cockpit } = useAppearance();
  const cockpitManaged = useSettings((state) => state.settings?.managed.includes('cockpit') ?? false);
  const [info, setInfo] = useState<AppInfo | null>(null);
  useEffect(() => {
    let here = true;
    // Without it only the version line is missing.
    bridge.app.info().then(
      (value) => here && setInfo(value),
      () => {},
    );
    return () => {
      here = false;
    };
  }, [bridge]);
  const close = () => setDialog(null);
  const hide = () => document.getElementById(MENU)?.hidePopover();
  const name = profile?.name ?? profileMenuWords.none;
  return (
    <>
      <Button look="quiet" icon="person" popoverTarget={MENU} aria-label={profileMenuWords.label(name)}>
        <span className="top-bar__profile">{name}</span>
      </Button>
      <div id={MENU} popover="auto" className="menu" role="dialog" aria-label={profileMenuWords.title}>
        {profiles.length > 1 ? (
          <fieldset className="menu__profiles">
            <legend className="menu__line">{profileMenuWords.active}</legend>
            {profiles.map((one) => (
              <label key={one.id} className="check">
                <input
                  type="radio"
                  name="menu-profile"
                  checked={one.id === profile?.id}
                  onChange={() => void session.getState().use(one.id)}
                />
                {one.name}
              </label>
            ))}
          </fieldset>
        ) : (
          <p className="menu__name">{name}</p>
        )}
        {profile ? (
          <p className="menu__line">
            {profileMenuWords.certificate}: {profileMenuWords.states[certificateState(identity)]}
          </p>
        ) : null}
        <Button
          onClick={() => {
            hide();
            void session.getState().openSetup();
          }}
        >
          {profileMenuWords.manage}
        </Button>
        <Button
          onClick={() => {
            hide();
            navigation.getState().toSettings();
          }}
        >
          {profileMenuWords.settings}
        </Button>
        <Button
          icon={theme === 'night' ? 'moon' : theme === 'day' ? 'sun' : 'half'}
          disabled={themeManaged || cockpit}
          onClick={() => void settings.getState().nextTheme()}
        >
          {themeWords.label(themeWords.names[theme])}
        </Button>
        <Button
          icon="moon"
          aria-pressed={cockpit}
          disabled={cockpitManaged}
          onClick={() => {
            hide();
            void settings.getState().turnCockpit(!cockpit);
          }}
        >
          {cockpitWords.title}
        </Button>
        {themeManaged || cockpitManaged ? <p className="menu__line">{settingsWords.managed}</p> : null}
        <Button
          onClick={() => {
            hide();
            navigation.getState().toPolicy();
          }}
        >
          {noticeWords.managed}
        </Button>
        <Button
          onClick={() => {
            hide();
            navigation.getState().toRecord();
          }}
        >
          {profileMenuWords.record}
        </Button>
        <Button
          onClick={() => {
            hide();
            void session.getState().handOver(null);
          }}
        >
          {handOverWords.laptop}
        </Button>
        <Button
          onClick={() => {
            hide();
            setDialog('help');
          }}
        >
          {profileMenuWords.help}
        </Button>
        <Button
          onClick={() => {
            hide();
            setDialog('diagnostics');
          }}
        >
          {profileMenuWords.diagnostics}
        </Button>
        {info ? <p className="menu__line">{profileMenuWords.version(info.version, info.host)}</p> : null}
      </div>
      {dialog === 'help' ? <HelpDialog onClose={close} onKeys={() => setDialog('shortcuts')} /> : null}
      {dialog === 'shortcuts' ? <ShortcutsDialog onClose={close} /> : null}
      {dialog === 'diagnostics' ? <DiagnosticsDialog onClose={close} /> : null}
    </>
  );
}

/** One whose time is over can't sign in, whatever else is right with it. */
function certificateState(identity: IdentityState | null): keyof typeof profileMenuWords.states {
  if (identity?.state !== 'usable') return identity?.state ?? 'none';
  if (identity.identity.expiry.level === 'expired') return 'expired';
  return identity.kind === 'computer' ? 'computer' : 'usable';
}
