import { useState } from 'react';
import type { ProfileSummary } from '../../preload/contract.ts';
import { Button } from '../design/button.tsx';
import { ConfirmButton } from '../design/confirm-dialog.tsx';
import { DropZone } from '../design/drop-zone.tsx';
import { Facts } from '../design/facts.tsx';
import { Notice } from '../design/notice.tsx';
import { sessionSlice, useSession } from '../session/session-store.ts';
import { useSettings } from '../session/settings-store.ts';
import { useStores } from '../state/registry.tsx';
import { strings } from '../strings/strings.ts';
import { PresetForm } from './preset-form.tsx';
import { ManagedBadge, ProfileList } from './profile-list.tsx';

/** Step 1: whose service. */
export function ProfileStep() {
  const [session] = useStores(sessionSlice);
  const { profile, profiles, busy, failure } = useSession((state) => state);
  const mayAdd = useSettings((state) => state.settings?.allow_other_profiles ?? true);
  const [preset, setPreset] = useState(false);
  const store = session.getState();
  return (
    <>
      {failure?.step === 'profile' ? (
        <Notice tone="danger" alert>
          {failure.error.message}
        </Notice>
      ) : null}
      {profiles.length > 1 ? <ProfileList /> : null}
      {profile ? (
        <ProfileFacts profile={profile} alone={profiles.length === 1} />
      ) : (
        <p className="setup__muted">{strings.setup.profileIntro}</p>
      )}
      {preset ? (
        <PresetForm onDone={() => setPreset(false)} />
      ) : (
        <>
          {mayAdd ? (
            <DropZone
              hint={strings.setup.dropProfile}
              disabled={busy !== null}
              onFiles={(files) => void store.takeFiles(files, 'profile')}
            >
              <Button
                look={profile ? 'plain' : 'primary'}
                disabled={busy !== null}
                onClick={() => void store.chooseProfile()}
              >
                {profile ? strings.setup.changeProfile : strings.setup.chooseProfile}
              </Button>
            </DropZone>
          ) : (
            <p className="setup__muted">{strings.setup.managedOnly}</p>
          )}
          <div className="setup__row">
            {mayAdd ? (
              <Button look="quiet" disabled={busy !== null} onClick={() => setPreset(true)}>
                {strings.setup.preset.button}
              </Button>
            ) : null}
            {profile && !profile.managed ? (
              <ConfirmButton
                look="quiet"
                disabled={busy !== null}
                question={{
                  title: strings.setup.removeProfileTitle,
                  text: strings.setup.removeProfileText(profile.name),
                  yes: strings.kit.confirm.removeYes,
                }}
                onYes={() => void store.removeProfile(profile.id)}
              >
                {strings.setup.removeProfile}
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
          [strings.setup.companyLabel, strings.setup.company(profile.company_name, profile.company_code)],
          [strings.setup.authHost, profile.auth_host, 'code'],
          [strings.setup.apiHost, profile.api_host, 'code'],
        ]}
      />
      {profile.managed ? <p className="setup__muted">{strings.setup.managedText}</p> : null}
    </>
  );
}
