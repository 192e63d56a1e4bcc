import { type ReactNode, type Ref, useEffect, useRef } from 'react';
import { Button } from '../design/button.tsx';
import { Icon, type IconName } from '../design/icons.tsx';
import { useKits } from '../kits/kits-store.ts';
import { useSession } from '../session/session-store.ts';
import { AppSettings } from '../settings/app-settings.tsx';
import { RetentionCard } from '../settings/retention-card.tsx';
import { UpdatesCard } from '../settings/updates-card.tsx';
import { ConnectionStep } from '../setup/connection-step.tsx';
import { useConnection } from '../setup/connection-store.ts';
import { IdentityStep } from '../setup/identity-step.tsx';
import { ProfileStep } from '../setup/profile-step.tsx';
import { navigationSlice, useNavigation } from '../state/navigation-store.ts';
import { useStores } from '../state/registry.tsx';
import { strings } from '../strings/strings.ts';
import '../setup/setup.css';

/** Two steps to the first request: the service's profile and the client certificate. */
export function SetupScreen() {
  const [navigation] = useStores(navigationSlice);
  const profile = useSession((state) => state.profile);
  const usable = useSession((state) => state.identity?.state === 'usable');
  const connected = useConnection((state) => state.diagnosis?.verdict.ok === true);
  const first = useKits((state) => state.kits.length === 0);
  const screen = useNavigation((state) => state.screen);
  const card = useRef<HTMLDivElement>(null);
  const settings = useRef<HTMLLIElement>(null);
  const step = usable ? 'done' : profile ? 'identity' : 'profile';
  // The next step's button has the focus, so that Enter goes on.
  useEffect(() => {
    const next = step === 'done' ? '.setup__done .button--primary' : '.button--primary';
    card.current?.querySelector<HTMLElement>(next)?.focus({ preventScroll: true });
  }, [step]);
  // Asked for from a menu: they are below the set-up. Every asking is a new screen, so that it works a second time.
  useEffect(() => {
    if (screen.name !== 'setup' || screen.at !== 'settings') return;
    settings.current?.scrollIntoView({ block: 'start' });
    settings.current?.querySelector<HTMLElement>('input, select')?.focus({ preventScroll: true });
  }, [screen]);
  return (
    <main className="setup" id="content" tabIndex={-1}>
      <div ref={card} className="setup__card">
        <header className="setup__head">
          {!first || usable ? (
            <Button look="quiet" icon="back" onClick={() => navigation.getState().toLibrary()}>
              {strings.setup.back}
            </Button>
          ) : null}
          <h1>{strings.setup.title}</h1>
          <p className="setup__muted">{usable ? strings.setup.settled : strings.setup.welcome}</p>
        </header>
        <ol className="setup__steps">
          <Step number={1} title={strings.setup.profileStep} done={profile !== null}>
            <ProfileStep />
          </Step>
          <Step number={2} title={strings.setup.identityStep} done={usable}>
            <IdentityStep />
          </Step>
          {profile && usable ? (
            <Step number={3} title={strings.setup.connection.step} done={connected}>
              <ConnectionStep />
            </Step>
          ) : null}
          {first && !usable ? null : (
            <Step title={strings.settings.retention.title}>
              <RetentionCard />
            </Step>
          )}
          {first && !usable ? null : (
            <Step place={settings} icon="sliders" title={strings.settings.app.title}>
              <AppSettings />
            </Step>
          )}
          {first && !usable ? null : (
            <Step icon="down" title={strings.updates.title}>
              <UpdatesCard />
            </Step>
          )}
        </ol>
        {profile && usable ? (
          <div className="setup__done">
            <Button look="primary" onClick={() => navigation.getState().show('request')}>
              {strings.setup.done}
            </Button>
          </div>
        ) : null}
      </div>
    </main>
  );
}

/** `number`: its place on the way to the first request; without one it is a setting beside it. */
function Step(props: {
  place?: Ref<HTMLLIElement>;
  number?: number;
  /** In the place of a number. */
  icon?: IconName;
  title: string;
  done?: boolean;
  children: ReactNode;
}) {
  return (
    <li className="step" ref={props.place}>
      <span className={props.done ? 'step__mark step__mark--done' : 'step__mark'} aria-hidden="true">
        {props.done ? <Icon name="check" /> : (props.number ?? <Icon name={props.icon ?? 'clock'} />)}
      </span>
      <section className="step__body" aria-label={props.title}>
        <h2>
          {props.title}
          {props.done ? <span className="sr-only">{` (${strings.setup.stepDone})`}</span> : null}
        </h2>
        {props.children}
      </section>
    </li>
  );
}
