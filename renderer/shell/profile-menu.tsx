import { useEffect, useState } from 'react';
import type { AppInfo, IdentityState } from '../../preload/contract.ts';
import { useAppearance } from '../design/appearance.ts';
import { Button } from '../design/button.tsx';
import { strings } from '../strings/strings.ts';
import type { AppDialog } from './commands.ts';
import { DiagnosticsDialog, HelpDialog, ShortcutsDialog } from './lazy-components.tsx';
import { navigationSlice } from './state/navigation-store.ts';
import { useBridge, useStores } from './state/registry.tsx';
import { sessionSlice, useSession } from './state/session-store.ts';
import { settingsSlice, useSettings } from './state/settings-store.ts';

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
  const name = profile?.name ?? strings.profileMenu.none;
  return (
    <>
      <Button look="quiet" icon="person" popoverTarget={MENU} aria-label={strings.profileMenu.label(name)}>
        <span className="top-bar__profile">{name}</span>
      </Button>
      <div id={MENU} popover="auto" className="menu" role="dialog" aria-label={strings.profileMenu.title}>
        {profiles.length > 1 ? (
          <fieldset className="menu__profiles">
            <legend className="menu__line">{strings.profileMenu.active}</legend>
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
            {strings.profileMenu.certificate}: {strings.profileMenu.states[certificateState(identity)]}
          </p>
        ) : null}
        <Button
          onClick={() => {
            hide();
            void session.getState().openSetup();
          }}
        >
          {strings.profileMenu.manage}
        </Button>
        <Button
          onClick={() => {
            hide();
            navigation.getState().toSettings();
          }}
        >
          {strings.profileMenu.settings}
        </Button>
        <Button
          icon={theme === 'night' ? 'moon' : theme === 'day' ? 'sun' : 'half'}
          disabled={themeManaged || cockpit}
          onClick={() => void settings.getState().nextTheme()}
        >
          {strings.theme.label(strings.theme.names[theme])}
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
          {strings.cockpit.title}
        </Button>
        {themeManaged || cockpitManaged ? <p className="menu__line">{strings.settings.managed}</p> : null}
        <Button
          onClick={() => {
            hide();
            navigation.getState().toPolicy();
          }}
        >
          {strings.notices.managed}
        </Button>
        <Button
          onClick={() => {
            hide();
            navigation.getState().toRecord();
          }}
        >
          {strings.profileMenu.record}
        </Button>
        <Button
          onClick={() => {
            hide();
            void session.getState().handOver(null);
          }}
        >
          {strings.handOver.laptop}
        </Button>
        <Button
          onClick={() => {
            hide();
            setDialog('help');
          }}
        >
          {strings.profileMenu.help}
        </Button>
        <Button
          onClick={() => {
            hide();
            setDialog('diagnostics');
          }}
        >
          {strings.profileMenu.diagnostics}
        </Button>
        {info ? <p className="menu__line">{strings.profileMenu.version(info.version, info.host)}</p> : null}
      </div>
      {dialog === 'help' ? <HelpDialog onClose={close} onKeys={() => setDialog('shortcuts')} /> : null}
      {dialog === 'shortcuts' ? <ShortcutsDialog onClose={close} /> : null}
      {dialog === 'diagnostics' ? <DiagnosticsDialog onClose={close} /> : null}
    </>
  );
}

/** One whose time is over can't sign in, whatever else is right with it. */
function certificateState(identity: IdentityState | null): keyof typeof strings.profileMenu.states {
  if (identity?.state !== 'usable') return identity?.state ?? 'none';
  if (identity.identity.expiry.level === 'expired') return 'expired';
  return identity.kind === 'computer' ? 'computer' : 'usable';
}
