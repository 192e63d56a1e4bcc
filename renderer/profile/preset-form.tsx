import { type FormEvent, useEffect, useRef } from 'react';
import type { ProfilePreset } from '../../preload/contract.ts';
import { Button } from '../design/button.tsx';
import { DropZone } from '../design/drop-zone.tsx';
import { Choice, InputField } from '../design/field.tsx';
import { formatUtcDate } from '../design/format.ts';
import { FailureNotice, Notice } from '../design/notice.tsx';
import { appWords } from '../design/words.ts';
import { useStores } from '../setup/state/registry.ts';
import { setupSlice } from '../setup/state/setup-store.ts';
import { setupWords } from '../setup/words.ts';
import { presetSlice, presetTexts, usePreset } from './preset-store.ts';

const words = setupWords.preset;

/** Makes a profile from what a public guide says and what the onboarding papers add. */
export function PresetForm({ onDone }: { onDone: () => void }) {
  const [slice, setup] = useStores(presetSlice, setupSlice);
  const { presets, preset, busy, failure } = usePreset((state) => state);
  const form = useRef<HTMLFormElement>(null);
  const store = slice.getState();
  const missing = store.missing();

  useEffect(() => {
    void slice
      .getState()
      .load()
      .then(() => form.current?.querySelector<HTMLElement>('input')?.focus());
  }, [slice]);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (missing.length > 0) {
      form.current?.querySelector<HTMLElement>(`[name="preset-${missing[0]}"]`)?.focus();
      return;
    }
    const created = await store.create();
    if (!created) return;
    await setup.getState().adopt(created.id);
    onDone();
  }

  return (
    <form ref={form} className="stack framed preset" onSubmit={submit} noValidate aria-label={words.title}>
      <h3>{words.title}</h3>
      <p className="muted">{words.intro}</p>
      <fieldset className="choices">
        <legend className="sr-only">{words.legend}</legend>
        {(presets ?? []).map(({ id, name, hosts }) => (
          <Choice key={id} name="preset" checked={id === preset?.id} onChange={() => store.choose(id)}>
            <span className="choice__name">{name}</span>
            <span className="choice__more hint code">{words.hosts(hosts)}</span>
          </Choice>
        ))}
      </fieldset>
      {preset ? (
        <>
          <Origin preset={preset} />
          <Texts />
          <Authority />
        </>
      ) : null}
      <FailureNotice failure={failure} />
      {preset ? (
        <p role="status" className="muted">
          {missing.length > 0 ? words.missing(missing.map((field) => words.fields[field])) : words.complete}
        </p>
      ) : null}
      <div className="row">
        <Button type="submit" look="primary" disabled={busy || !preset}>
          {busy ? words.creating : words.create}
        </Button>
        <Button look="quiet" onClick={onDone}>
          {appWords.cancel}
        </Button>
      </div>
    </form>
  );
}

/** Where the preset's values come from, and which of them are to be checked. */
function Origin({ preset: { source, checks } }: { preset: ProfilePreset }) {
  return (
    <Notice tone="warn">
      <strong>{words.note(source)}</strong>
      {checks.length > 0 ? (
        <details className="preset__checks">
          <summary>{words.checks}</summary>
          <ul>
            {checks.map(({ key, why }) => (
              <li key={key}>
                <span className="code">{key}</span>
                {`: ${why}`}
              </li>
            ))}
          </ul>
        </details>
      ) : null}
    </Notice>
  );
}

/** What is typed, as the onboarding papers have it. */
function Texts() {
  const [slice] = useStores(presetSlice);
  const texts = usePreset((state) => state.texts);
  return (
    <div className="preset__fields">
      {presetTexts.map((field) => (
        <InputField
          key={field}
          label={words.fields[field]}
          hint={words.hints[field]}
          name={`preset-${field}`}
          value={texts[field]}
          maxLength={field === 'client_id' ? 500 : field === 'company_code' ? 64 : 200}
          onChange={(event) => slice.getState().edit(field, event.target.value)}
        />
      ))}
    </div>
  );
}

/** The operator's CA: what the sign-in server must prove itself with. */
function Authority() {
  const [slice] = useStores(presetSlice);
  const { authority, busy } = usePreset((state) => state);
  const store = slice.getState();
  return (
    <section className="preset__authority" aria-label={words.fields.authority}>
      <p className="field__label">{words.fields.authority}</p>
      <p className="hint">{words.hints.authority}</p>
      {authority ? (
        <ul>
          {authority.certificates.map(({ subject, sha256, valid_to }) => (
            <li key={sha256}>
              {words.authority(subject, formatUtcDate(valid_to))}
              <span className="choice__more hint code">{sha256}</span>
            </li>
          ))}
        </ul>
      ) : null}
      <DropZone
        hint={setupWords.dropAuthority}
        disabled={busy}
        onFiles={([file]) => file && void store.offerAuthority(file)}
      >
        <Button name="preset-authority" disabled={busy} onClick={() => void store.chooseAuthority()}>
          {words.chooseAuthority}
        </Button>
      </DropZone>
    </section>
  );
}
