import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Button } from '../design/button.tsx';
import { Check, Choice, InputField } from '../design/field.tsx';
import { Notice } from '../design/notice.tsx';
import { appWords } from '../design/words.ts';
import { useStores } from '../setup/state/registry.ts';
import { setupSlice, useSetup } from '../setup/state/setup-store.ts';
import { setupWords } from '../setup/words.ts';

const words = setupWords;

/** The passphrase lives in the input alone: in no slice, and gone when the form goes. */
export function PassphraseForm() {
  const [setup] = useStores(setupSlice);
  const { chosen, choices, identity, busy, canStore } = useSetup((state) => state);
  const input = useRef<HTMLInputElement>(null);
  const form = useRef<HTMLFormElement>(null);
  const [withoutStoring, setWithoutStoring] = useState(false);
  const [picked, setPicked] = useState<string | null>(null);
  const canKeep = canStore?.can ?? false;
  const ready = (canKeep || withoutStoring) && (choices === null || picked !== null);

  useEffect(() => {
    input.current?.focus();
  }, []);
  useEffect(() => {
    if (choices) form.current?.querySelector<HTMLElement>('[name="identity-choice"]')?.focus();
  }, [choices]);

  async function submit(event: FormEvent) {
    event.preventDefault();
    const field = input.current;
    if (!field || !ready) return;
    const store = setup.getState();
    const usable = await store.importIdentity(field.value, canKeep && !withoutStoring, picked ?? undefined);
    // Which one is asked next, the passphrase was right.
    if (usable || setup.getState().choices) return;
    field.value = '';
    field.focus();
  }

  return (
    <form ref={form} className="stack" onSubmit={submit}>
      <p>{words.chosen(chosen?.file_name ?? '')}</p>
      {identity?.state === 'usable' ? <p className="muted">{words.replaceNote}</p> : null}
      <InputField label={words.passphrase} ref={input} type="password" maxLength={4096} />
      {choices ? (
        <fieldset className="choices">
          <legend className="sr-only">{words.severalLegend}</legend>
          <Notice tone="calm">{words.several}</Notice>
          {choices.map(({ sha256, subject }) => (
            <Choice
              key={sha256}
              name="identity-choice"
              checked={picked === sha256}
              onChange={() => setPicked(sha256)}
            >
              {subject}
              <span className="choice__more hint code">{sha256}</span>
            </Choice>
          ))}
        </fieldset>
      ) : null}
      {canKeep ? null : (
        <Notice tone="warn">
          <strong>{`${words.cannotStore} `}</strong>
          {canStore?.reason ?? ''}
          {withoutStoring ? null : <span className="notice__small">{words.typeAtStartNeeded}</span>}
        </Notice>
      )}
      <Check checked={withoutStoring} onChange={(event) => setWithoutStoring(event.target.checked)}>
        {words.typeAtStart}
      </Check>
      <div className="row">
        <Button type="submit" look="primary" disabled={!ready || busy !== null}>
          {busy === 'import' ? words.importing : choices ? words.useThis : words.import}
        </Button>
        <Button look="quiet" disabled={busy !== null} onClick={() => void setup.getState().chooseIdentity()}>
          {words.anotherFile}
        </Button>
        <Button look="quiet" onClick={() => setup.getState().forgetChosen()}>
          {appWords.cancel}
        </Button>
      </div>
    </form>
  );
}
