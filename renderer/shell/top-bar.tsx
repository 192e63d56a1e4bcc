import { useState } from 'react';
import type { IdentityState } from '../../preload/contract.ts';
import { cockpitWords } from '../cockpit/words.ts';
import { useAppearance } from '../design/appearance.ts';
import { Button, type ButtonProps } from '../design/button.tsx';
import { appWords, themeWords } from '../design/words.ts';
import { handOverWords } from '../parcels/words.ts';
import { SearchButton } from '../search/search-button.tsx';
import { settingsWords } from '../settings/words.ts';
import type { AppDialog } from './commands.tsx';
import { DiagnosticsDialog, HelpDialog, ShortcutsDialog } from './lazy-components.tsx';
import { useRead } from './state/calls.ts';
import { navigationSlice } from './state/navigation-store.ts';
import { useBridge, useStores } from './state/registry.tsx';
import { sessionSlice, useSession } from './state/session-store.ts';
import { settingsSlice, useSettings } from './state/settings-store.ts';
import { noticeWords, profileMenuWords } from './words.ts';

/** The bar above the library and set-up. */
export function TopBar() {
  return (
    <header className="top-bar">
      <a className="top-bar__skip" href="#content">
        {appWords.skipToContent}
      </a>
      <svg className="top-bar__mark" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
        <path d="M3 19.5L21 12 3 4.5l3.4 7.5z" />
      </svg>
      <p className="top-bar__name">{appWords.name}</p>
      <div className="top-bar__end">
        <SearchButton />
        <ProfileMenu />
      </div>
    </header>
  );
}

const MENU = 'profile-menu';

/** The profile in use, the state of its certificate, and the button that opens set-up. */
function ProfileMenu() {
  const [session, navigation] = useStores(sessionSlice, navigationSlice);
  const [dialog, setDialog] = useState<AppDialog | null>(null);
  const { profile, identity } = useSession((state) => state);
  const bridge = useBridge();
  const info = useRead(() => bridge.app.info(), bridge);
  const close = () => setDialog(null);
  const name = profile?.name ?? profileMenuWords.none;
  return (
    <>
      <Button look="quiet" icon="person" popoverTarget={MENU} aria-label={profileMenuWords.label(name)}>
        <span className="top-bar__profile">{name}</span>
      </Button>
      <div id={MENU} popover="auto" className="popup menu" role="dialog" aria-label={profileMenuWords.title}>
        <ProfileChoice name={name} />
        {profile ? (
          <p className="hint">
            {profileMenuWords.certificate}: {profileMenuWords.states[certificateState(identity)]}
          </p>
        ) : null}
        <MenuButton run={() => session.getState().openSetup()}>{profileMenuWords.manage}</MenuButton>
        <MenuButton run={() => navigation.getState().toSettings()}>{profileMenuWords.settings}</MenuButton>
        <AppearanceButtons />
        <MenuButton run={() => navigation.getState().toPolicy()}>{noticeWords.managed}</MenuButton>
        <MenuButton run={() => navigation.getState().toRecord()}>{profileMenuWords.record}</MenuButton>
        <MenuButton run={() => session.getState().handOver(null)}>{handOverWords.laptop}</MenuButton>
        <MenuButton run={() => setDialog('help')}>{profileMenuWords.help}</MenuButton>
        <MenuButton run={() => setDialog('diagnostics')}>{profileMenuWords.diagnostics}</MenuButton>
        {info ? <p className="hint">{profileMenuWords.version(info.version, info.host)}</p> : null}
      </div>
      {dialog === 'help' ? <HelpDialog onClose={close} onKeys={() => setDialog('shortcuts')} /> : null}
      {dialog === 'shortcuts' ? <ShortcutsDialog onClose={close} /> : null}
      {dialog === 'diagnostics' ? <DiagnosticsDialog onClose={close} /> : null}
    </>
  );
}

/** The profiles to choose from, or the name of the only one. */
function ProfileChoice({ name }: { name: string }) {
  const [session] = useStores(sessionSlice);
  const { profile, profiles } = useSession((state) => state);
  if (profiles.length <= 1) return <p className="menu__name">{name}</p>;
  return (
    <fieldset className="menu__profiles">
      <legend className="hint">{profileMenuWords.active}</legend>
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
  );
}

/** The theme and cockpit mode, unless administrators have set them. */
function AppearanceButtons() {
  const [settings] = useStores(settingsSlice);
  const themeManaged = useSettings((state) => state.settings?.managed.includes('theme') ?? false);
  const cockpitManaged = useSettings((state) => state.settings?.managed.includes('cockpit') ?? false);
  const { theme, cockpit } = useAppearance();
  return (
    <>
      <Button
        icon={theme === 'night' ? 'moon' : theme === 'day' ? 'sun' : 'half'}
        disabled={themeManaged || cockpit}
        onClick={() => void settings.getState().nextTheme()}
      >
        {themeWords.label(themeWords.names[theme])}
      </Button>
      <MenuButton
        icon="moon"
        aria-pressed={cockpit}
        disabled={cockpitManaged}
        run={() => settings.getState().turnCockpit(!cockpit)}
      >
        {cockpitWords.title}
      </MenuButton>
      {themeManaged || cockpitManaged ? <p className="hint">{settingsWords.managed}</p> : null}
    </>
  );
}

/** A button of the menu, which closes before the button's action runs. */
function MenuButton({ run, ...rest }: Omit<ButtonProps, 'onClick'> & { run: () => unknown }) {
  return (
    <Button
      {...rest}
      onClick={() => {
        document.getElementById(MENU)?.hidePopover();
        void run();
      }}
    />
  );
}

/** The certificate's state; expired comes first, because an expired certificate can't sign in. */
function certificateState(identity: IdentityState | null): keyof typeof profileMenuWords.states {
  if (identity?.state !== 'usable') return identity?.state ?? 'none';
  if (identity.identity.expiry.level === 'expired') return 'expired';
  return identity.kind === 'computer' ? 'computer' : 'usable';
}
