import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useSession, useStores } from '../app/stores.tsx';
import { Button } from '../design/button.tsx';
import { Field } from '../design/field.tsx';
import { Notice } from '../design/notice.tsx';
import { strings } from '../strings.ts';
import { IdentityFacts } from './identity-facts.tsx';

/** Step 2: the client certificate of the profile. */
export function IdentityStep() {
  const { session } = useStores();
  const { profile, identity, chosen, busy, failure } = useSession((state) => state);
  const store = session.getState();
  if (!profile) return <p className="setup__muted">{strings.setup.profileFirst}</p>;
  const usable = identity?.state === 'usable';
  return (
    <>
      {failure?.step === 'identity' ? (
        <Notice tone="danger" alert>
          {failure.error.message}
        </Notice>
      ) : null}
      {identity?.state === 'locked' && !chosen ? (
        <Notice tone="warn">
          <strong>{`${strings.setup.locked}. `}</strong>
          {identity.reason}
          <span className="notice__small">{strings.setup.unlockHint}</span>
        </Notice>
      ) : null}
      {chosen ? (
        <PassphraseForm key={chosen.handle} />
      ) : (
        <>
          {usable ? <IdentityFacts identity={identity.identity} /> : null}
          {usable ? (
            <p className="setup__muted">{identity.stored ? strings.setup.stored : strings.setup.notStored}</p>
          ) : (
            <p className="setup__muted">{strings.setup.identityIntro}</p>
          )}
          {identity?.state === 'locked' && identity.identity ? (
            <IdentityFacts identity={identity.identity} />
          ) : null}
          <div className="setup__row">
            <Button
              look={usable ? 'plain' : 'primary'}
              disabled={busy !== null}
              onClick={() => void store.chooseIdentity()}
            >
              {usable ? strings.setup.changeIdentity : strings.setup.chooseIdentity}
            </Button>
            {identity && identity.state !== 'none' ? (
              <Button look="quiet" disabled={busy !== null} onClick={() => void store.removeIdentity()}>
                {strings.setup.removeIdentity}
              </Button>
            ) : null}
          </div>
        </>
      )}
    </>
  );
}

/** The passphrase lives in the input alone: in no slice, and gone when the form goes. */
function PassphraseForm() {
  const { session } = useStores();
  const { chosen, busy, canStore } = useSession((state) => state);
  const input = useRef<HTMLInputElement>(null);
  const [withoutStoring, setWithoutStoring] = useState(false);
  const canKeep = canStore?.can ?? false;
  const ready = canKeep || withoutStoring;

  useEffect(() => {
    input.current?.focus();
  }, []);

  async function submit(event: FormEvent) {
    event.preventDefault();
    const field = input.current;
    if (!field || !ready) return;
    const usable = await session.getState().importIdentity(field.value, canKeep && !withoutStoring);
    if (!usable) {
      field.value = '';
      field.focus();
    }
  }

  return (
    <form className="setup__form" onSubmit={submit}>
      <p>{strings.setup.chosen(chosen?.file_name ?? '')}</p>
      <Field label={strings.setup.passphrase}>
        {(control) => (
          <input
            {...control}
            ref={input}
            type="password"
            className="input"
            autoComplete="off"
            maxLength={4096}
          />
        )}
      </Field>
      {canKeep ? null : (
        <Notice tone="warn">
          <strong>{`${strings.setup.cannotStore} `}</strong>
          {canStore?.reason ?? ''}
          {withoutStoring ? null : <span className="notice__small">{strings.setup.typeAtStartNeeded}</span>}
        </Notice>
      )}
      <label className="check">
        <input
          type="checkbox"
          checked={withoutStoring}
          onChange={(event) => setWithoutStoring(event.target.checked)}
        />
        {strings.setup.typeAtStart}
      </label>
      <div className="setup__row">
        <Button type="submit" look="primary" disabled={!ready || busy !== null}>
          {busy === 'import' ? strings.setup.importing : strings.setup.import}
        </Button>
        <Button look="quiet" onClick={() => session.getState().forgetChosen()}>
          {strings.app.cancel}
        </Button>
      </div>
    </form>
  );
}
