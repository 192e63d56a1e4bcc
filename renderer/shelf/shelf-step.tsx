import { type FormEvent, useState } from 'react';
import type { ProfileSummary } from '../../preload/contract.ts';
import { Button } from '../design/button.tsx';
import { InputField } from '../design/field.tsx';
import { FailureNotice } from '../design/notice.tsx';
import { useBridge } from '../setup/state/registry.ts';
import { useCall, useRead } from '../shell/state/calls.ts';
import { shelfWords } from './words.ts';

const words = shelfWords.login;
const receiptWords = shelfWords.receipts;

/** In set-up: the shelf of a profile, and the user and password with which this laptop reads it. */
export function ShelfStep({
  profile_id,
  shelf,
}: {
  profile_id: string;
  shelf: NonNullable<ProfileSummary['shelf']>;
}) {
  const { shelf: calls } = useBridge();
  const [round, setRound] = useState(0);
  const known = useRead(async () => ({ login: await calls.login(profile_id) }), profile_id, round);
  const login = known?.login;
  const signIn = useCall(calls.signIn);
  const signOut = useCall(calls.signOut);
  const [user, setUser] = useState('');
  const [password, setPassword] = useState('');
  const busy = signIn.busy || signOut.busy;

  async function submit(event: FormEvent) {
    event.preventDefault();
    await signIn.run(profile_id, user.trim(), password);
    // The password is in no state of the page for longer than its call.
    setPassword('');
    setRound(round + 1);
  }
  async function forget() {
    await signOut.run(profile_id);
    setRound(round + 1);
  }

  return (
    <div className="stack">
      <p className="muted">{words.intro(shelf.name, shelf.where)}</p>
      {shelf.receipts === 'none' ? null : <p>{receiptWords[shelf.receipts]}</p>}
      {shelf.takes_login ? (
        <form className="stack" noValidate onSubmit={(event) => void submit(event)}>
          <p role="status">
            {login
              ? (login.stored ? words.stored : words.notStored)(login.user)
              : known === null
                ? words.damaged
                : words.none}
          </p>
          <InputField
            label={words.user}
            value={user}
            maxLength={256}
            spellCheck={false}
            autoComplete="off"
            onChange={(event) => setUser(event.target.value)}
          />
          <InputField
            label={words.password}
            type="password"
            value={password}
            maxLength={4096}
            autoComplete="off"
            onChange={(event) => setPassword(event.target.value)}
          />
          <FailureNotice failure={signIn.failure ?? signOut.failure} />
          <div className="row">
            <Button type="submit" disabled={busy}>
              {words.save}
            </Button>
            {login ? (
              <Button look="quiet" disabled={busy} onClick={() => void forget()}>
                {words.forget}
              </Button>
            ) : null}
          </div>
        </form>
      ) : null}
    </div>
  );
}
