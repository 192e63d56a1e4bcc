import { useState } from 'react';
import type { IdentityState, ProfileSummary } from '../../preload/contract.ts';
import { Button } from '../design/button.tsx';
import { ConfirmButton } from '../design/confirm-dialog.tsx';
import { DropZone } from '../design/drop-zone.tsx';
import { Facts } from '../design/facts.tsx';
import { Choice } from '../design/field.tsx';
import { Badge, FailureNotice } from '../design/notice.tsx';
import { removalWords } from '../kits/words.ts';
import { useStores } from '../setup/state/registry.ts';
import { useSettings } from '../setup/state/settings-store.ts';
import { setupSlice, useSetup } from '../setup/state/setup-store.ts';
import { setupWords } from '../setup/words.ts';
import { PresetForm } from './preset-form.tsx';

const words = setupWords;

/** Step 1: whose service. */
export function ProfileStep() {
  const [setup] = useStores(setupSlice);
  const { profile, profiles, busy, failure } = useSetup((state) => state);
  const mayAdd = useSettings((state) => state.settings?.allow_other_profiles ?? true);
  const [preset, setPreset] = useState(false);
  const store = setup.getState();
  return (
    <>
      <FailureNotice failure={failure?.step === 'profile' ? failure.error : null} />
      {profiles.length > 1 ? <ProfileList /> : null}
      {profile ? (
        <ProfileFacts profile={profile} alone={profiles.length === 1} />
      ) : (
        <p className="muted">{words.profileIntro}</p>
      )}
      {preset ? (
        <PresetForm onDone={() => setPreset(false)} />
      ) : (
        <>
          {mayAdd ? (
            <DropZone
              hint={words.dropProfile}
              disabled={busy !== null}
              onFiles={(files) => void store.takeFiles(files, 'profile')}
            >
              <Button
                look={profile ? 'plain' : 'primary'}
                disabled={busy !== null}
                onClick={() => void store.chooseProfile()}
              >
                {profile ? words.changeProfile : words.chooseProfile}
              </Button>
            </DropZone>
          ) : (
            <p className="muted">{words.managedOnly}</p>
          )}
          <div className="row">
            {mayAdd ? (
              <Button look="quiet" disabled={busy !== null} onClick={() => setPreset(true)}>
                {words.preset.button}
              </Button>
            ) : null}
            {profile && !profile.managed ? (
              <ConfirmButton
                look="quiet"
                disabled={busy !== null}
                question={{
                  title: words.removeProfileTitle,
                  text: words.removeProfileText(profile.name),
                  yes: removalWords.yes(1),
                }}
                onYes={() => void store.removeProfile(profile.id)}
              >
                {words.removeProfile}
              </ConfirmButton>
            ) : null}
          </div>
        </>
      )}
    </>
  );
}

/** What the profile in use says. `alone`: there is no list that names it. */
function ProfileFacts({ profile, alone }: { profile: ProfileSummary; alone: boolean }) {
  return (
    <>
      {alone ? (
        <p className="setup__name">
          {profile.name}
          {profile.managed ? <ManagedBadge /> : null}
        </p>
      ) : null}
      <Facts
        facts={[
          [words.companyLabel, words.company(profile.company_name, profile.company_code)],
          [words.authHost, profile.auth_host, 'code'],
          [words.apiHost, profile.api_host, 'code'],
        ]}
      />
      {profile.managed ? <p className="muted">{words.managedText}</p> : null}
    </>
  );
}

/** Several profiles side by side; the chosen one gets the new requests. */
function ProfileList() {
  const [setup] = useStores(setupSlice);
  const { profiles, profile, identities, busy } = useSetup((state) => state);
  return (
    <fieldset className="choices">
      <legend className="choices__legend">{words.profilesLegend}</legend>
      {profiles.map((one) => {
        const active = one.id === profile?.id;
        return (
          <Choice
            key={one.id}
            name="profile"
            checked={active}
            disabled={busy !== null}
            onChange={() => void setup.getState().use(one.id)}
          >
            <span className="choice__name">{one.name}</span>
            {active ? <Badge tone="ok">{words.active}</Badge> : null}
            {one.managed ? <ManagedBadge /> : null}
            <span className="choice__more hint">{aboutProfile(one, identities.get(one.id))}</span>
          </Choice>
        );
      })}
    </fieldset>
  );
}

function ManagedBadge() {
  return (
    <Badge tone="calm" icon="lock">
      {words.managed}
    </Badge>
  );
}

/** Company, server, and how it stands with the certificate, in one line. */
function aboutProfile(profile: ProfileSummary, identity: IdentityState | undefined): string {
  const company = words.company(profile.company_name, profile.company_code);
  return [company, profile.api_host, identity ? certificateText(identity) : ''].filter(Boolean).join(' · ');
}

function certificateText(state: IdentityState): string {
  const expiry = state.state === 'none' ? null : (state.identity?.expiry ?? null);
  if (state.state === 'usable' && expiry && expiry.level !== 'none')
    return words.expiryShort(expiry.level === 'expired' ? -1 : expiry.days);
  const computer = state.state === 'usable' && state.kind === 'computer';
  return words.certificateState[computer ? 'computer' : state.state];
}
