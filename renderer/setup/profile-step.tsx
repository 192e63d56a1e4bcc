import { useState } from 'react';
import { useSession, useStores } from '../app/stores.tsx';
import { Button } from '../design/button.tsx';
import { ConfirmDialog } from '../design/confirm-dialog.tsx';
import { Notice } from '../design/notice.tsx';
import { strings } from '../strings.ts';

/** Step 1: whose service. */
export function ProfileStep() {
  const { session } = useStores();
  const { profile, profiles, busy, failure } = useSession((state) => state);
  const [removing, setRemoving] = useState(false);
  const store = session.getState();
  return (
    <>
      {failure?.step === 'profile' ? (
        <Notice tone="danger" alert>
          {failure.error.message}
        </Notice>
      ) : null}
      {profiles.length > 1 ? (
        <fieldset className="setup__profiles">
          <legend className="sr-only">{strings.setup.profileStep}</legend>
          {profiles.map((one) => (
            <label key={one.id} className="check">
              <input
                type="radio"
                name="profile"
                checked={one.id === profile?.id}
                disabled={busy !== null}
                onChange={() => void store.use(one.id)}
              />
              {one.name}
            </label>
          ))}
        </fieldset>
      ) : null}
      {profile ? (
        <>
          <p className="setup__name">{profile.name}</p>
          <dl className="facts">
            <div className="facts__pair">
              <dt>{strings.setup.companyLabel}</dt>
              <dd>{strings.setup.company(profile.company_name, profile.company_code)}</dd>
            </div>
            <div className="facts__pair">
              <dt>{strings.setup.authHost}</dt>
              <dd className="code">{profile.auth_host}</dd>
            </div>
            <div className="facts__pair">
              <dt>{strings.setup.apiHost}</dt>
              <dd className="code">{profile.api_host}</dd>
            </div>
          </dl>
        </>
      ) : (
        <p className="setup__muted">{strings.setup.profileIntro}</p>
      )}
      <div className="setup__row">
        <Button
          look={profile ? 'plain' : 'primary'}
          disabled={busy !== null}
          onClick={() => void store.chooseProfile()}
        >
          {profile ? strings.setup.changeProfile : strings.setup.chooseProfile}
        </Button>
        {profile ? (
          <Button look="quiet" disabled={busy !== null} onClick={() => setRemoving(true)}>
            {strings.setup.removeProfile}
          </Button>
        ) : null}
      </div>
      {removing && profile ? (
        <ConfirmDialog
          title={strings.setup.removeProfileTitle}
          text={strings.setup.removeProfileText(profile.name)}
          yes={strings.kit.confirm.removeYes}
          danger
          onAnswer={(yes) => {
            setRemoving(false);
            if (yes) void store.removeProfile(profile.id);
          }}
        />
      ) : null}
    </>
  );
}
