import { Button } from '../design/button.tsx';
import { ConfirmButton } from '../design/confirm-dialog.tsx';
import { DropZone } from '../design/drop-zone.tsx';
import { FailureNotice, Notice } from '../design/notice.tsx';
import { strings } from '../strings/strings.ts';
import { IdentityFacts } from './identity-facts.tsx';
import { PassphraseForm } from './passphrase-form.tsx';
import { useStores } from './registry.ts';
import { setupSlice, useSetup } from './setup-store.ts';

const words = strings.setup;

/** Step 2: the client certificate of the profile. */
export function IdentityStep() {
  const [setup] = useStores(setupSlice);
  const { profile, identity, chosen, busy, failure } = useSetup((state) => state);
  const store = setup.getState();
  if (!profile) return <p className="muted">{words.profileFirst}</p>;
  const usable = identity?.state === 'usable';
  const locked = identity?.state === 'locked';
  const facts = identity && identity.state !== 'none' ? identity.identity : null;
  return (
    <>
      <FailureNotice failure={failure?.step === 'identity' ? failure.error : null} />
      {locked && !chosen ? (
        <Notice
          tone="warn"
          action={
            <Button disabled={busy !== null} onClick={() => void store.unlock()}>
              {words.tryAgain}
            </Button>
          }
        >
          <strong>{`${words.locked}. `}</strong>
          {identity.reason}
          <span className="notice__small">{words.unlockHint}</span>
        </Notice>
      ) : null}
      {chosen ? (
        <PassphraseForm key={chosen.handle} />
      ) : (
        <>
          {facts ? <IdentityFacts identity={facts} /> : null}
          <p className="muted">
            {usable ? (identity.stored ? words.stored : words.notStored) : words.identityIntro}
          </p>
          <DropZone
            hint={words.dropIdentity}
            disabled={busy !== null}
            onFiles={(files) => void store.takeFiles(files, 'identity')}
          >
            <Button
              look={usable ? 'plain' : 'primary'}
              disabled={busy !== null}
              onClick={() => void store.chooseIdentity()}
            >
              {usable ? words.changeIdentity : words.chooseIdentity}
            </Button>
          </DropZone>
          {identity && identity.state !== 'none' ? (
            <div className="row">
              <ConfirmButton
                look="quiet"
                disabled={busy !== null}
                question={{
                  title: words.removeIdentityTitle,
                  text: words.removeIdentityText(facts?.subject ?? words.identityStep),
                  yes: strings.removal.yes(1),
                }}
                onYes={() => void store.removeIdentity()}
              >
                {words.removeIdentity}
              </ConfirmButton>
            </div>
          ) : null}
        </>
      )}
    </>
  );
}
