import { Button } from '../design/button.tsx';
import { ConfirmButton } from '../design/confirm-dialog.tsx';
import { DropZone } from '../design/drop-zone.tsx';
import { FailureNotice, Notice } from '../design/notice.tsx';
import { removalWords } from '../kits/words.ts';
import { useStores } from '../setup/state/registry.ts';
import { setupSlice, useSetup } from '../setup/state/setup-store.ts';
import { setupWords } from '../setup/words.ts';
import { ComputerList, ComputerListing } from './computer-list.tsx';
import { IdentityFacts } from './identity-facts.tsx';
import { PassphraseForm } from './passphrase-form.tsx';
import { computerWords } from './words.ts';

const words = setupWords;

/** Step 2: the client certificate of the profile. */
export function IdentityStep() {
  const [setup] = useStores(setupSlice);
  const { profile, identity, chosen, candidates, busy, failure, kinds } = useSetup((state) => state);
  const store = setup.getState();
  if (!profile) return <p className="muted">{words.profileFirst}</p>;
  const usable = identity?.state === 'usable';
  const ofComputer = identity !== null && 'kind' in identity && identity.kind === 'computer';
  const locked = identity?.state === 'locked';
  const facts = identity && identity.state !== 'none' ? identity.identity : null;
  const expired = facts?.expiry.level === 'expired';
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
      {identity?.state === 'refused' ? (
        <Notice tone="warn">
          <strong>{`${computerWords.notAllowed}. `}</strong>
          {identity.reason}
        </Notice>
      ) : null}
      {chosen ? (
        <PassphraseForm key={chosen.handle} />
      ) : busy === 'list' ? (
        <ComputerListing />
      ) : candidates ? (
        <ComputerList candidates={candidates} />
      ) : (
        <>
          {facts ? <IdentityFacts identity={facts} ofComputer={ofComputer} /> : null}
          {usable ? (
            <p className="muted">
              {ofComputer ? computerWords.inStore : identity.stored ? words.stored : words.notStored}
            </p>
          ) : null}
          {kinds === 'computer' ? null : (
            <>
              {usable ? null : <p className="muted">{words.identityIntro}</p>}
              <DropZone
                hint={words.dropIdentity}
                disabled={busy !== null}
                onFiles={(files) => void store.takeFiles(files, 'identity')}
              >
                <Button
                  look={usable && !expired ? 'plain' : 'primary'}
                  disabled={busy !== null}
                  onClick={() => void store.chooseIdentity()}
                >
                  {expired && !ofComputer
                    ? words.anotherFile
                    : usable && !ofComputer
                      ? words.changeIdentity
                      : words.chooseIdentity}
                </Button>
              </DropZone>
            </>
          )}
          {kinds === 'file' ? (
            <p className="muted">{computerWords.filesOnly}</p>
          ) : (
            <ComputerWay only={kinds === 'computer'} usable={usable && !expired} ofComputer={ofComputer} />
          )}
          {identity && identity.state !== 'none' ? (
            <div className="row">
              <ConfirmButton
                look="quiet"
                disabled={busy !== null}
                question={{
                  title: ofComputer ? computerWords.removeTitle : words.removeIdentityTitle,
                  text: (ofComputer ? computerWords.removeText : words.removeIdentityText)(
                    facts?.subject ?? words.identityStep,
                  ),
                  yes: ofComputer ? computerWords.remove : removalWords.yes(1),
                }}
                onYes={() => void store.removeIdentity()}
              >
                {ofComputer ? computerWords.remove : words.removeIdentity}
              </ConfirmButton>
            </div>
          ) : null}
        </>
      )}
    </>
  );
}

/** The way to a certificate of this computer, beside the one to a file. */
function ComputerWay({ only, usable, ofComputer }: { only: boolean; usable: boolean; ofComputer: boolean }) {
  const [setup] = useStores(setupSlice);
  const idle = useSetup(({ busy }) => busy === null);
  return (
    <>
      {only ? <p className="muted">{computerWords.computerOnly}</p> : null}
      {usable ? null : <p className="muted">{only ? computerWords.introOnly : computerWords.intro}</p>}
      <div className="row">
        <Button
          look={only && !usable ? 'primary' : 'plain'}
          disabled={!idle}
          onClick={() => void setup.getState().listComputer()}
        >
          {ofComputer ? computerWords.chooseOther : computerWords.choose}
        </Button>
      </div>
    </>
  );
}
