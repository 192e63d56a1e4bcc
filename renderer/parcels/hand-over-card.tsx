import { type ComponentProps, type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { passphraseProblem } from '../../main/parcels/rules/passphrase.ts';
import type { HandOverProgress } from '../../preload/contract/parcels.ts';
import { Button } from '../design/button.tsx';
import { copyText } from '../design/copy-text.ts';
import { Check, errorOf, Field, type FieldProblem, InputField } from '../design/field.tsx';
import { formatBytes } from '../design/format.ts';
import { FailureNotice, Notice } from '../design/notice.tsx';
import { ProgressBar } from '../design/progress-bar.tsx';
import { appWords } from '../design/words.ts';
import { useStores } from '../setup/state/registry.ts';
import { useSettings } from '../setup/state/settings-store.ts';
import { handOverSlice, newPassphrase, useHandOver } from './hand-over-store.ts';
import { handOverWords } from './words.ts';
import './hand-over.css';

const words = handOverWords;

/** Making and opening hand-over files. @param kitIds the kits that it was opened for; null: all of this laptop */
export function HandOverCard({ kitIds }: { kitIds: readonly string[] | null }) {
  const [store] = useStores(handOverSlice);
  const { plan, busy, progress, kitIds: shownKits } = useHandOver((state) => state);
  const allowed = useSettings((state) => state.settings?.values.hand_over);
  const running = busy === 'make' || busy === 'open' || progress !== null;
  useEffect(() => store.getState().start(), [store]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again where it is switched on or off
  useEffect(() => void store.getState().show(kitIds), [store, kitIds, allowed]);

  function onKey(event: KeyboardEvent) {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    const { chosen } = store.getState();
    if (!running && !chosen) return;
    // The window stays: what runs ends, or the file is put back.
    event.preventDefault();
    if (running) void store.getState().cancel();
    else store.getState().forgetChosen();
  }

  if (plan?.allowed === false) return <Notice tone="calm">{words.off}</Notice>;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape, wherever the focus is within it
    <div className="stack" onKeyDown={onKey}>
      <p className="muted">{words.intro}</p>
      {running ? <Running progress={progress} /> : null}
      {/* Other kits are for somebody else: they get a passphrase of their own. */}
      <Give key={shownKits?.join() ?? ''} disabled={running} />
      <Take disabled={running} />
    </div>
  );
}

function Running({ progress }: { progress: HandOverProgress }) {
  const [store] = useStores(handOverSlice);
  const cancelling = useHandOver((state) => state.cancelling);
  return (
    <div className="hand-over__running" role="status">
      <p>{progress ? stepWords(progress) : words.begins}</p>
      <ProgressBar
        share={progress && progress.total > 0 ? progress.done / progress.total : null}
        label={words.progress}
      />
      <Button disabled={cancelling} onClick={() => void store.getState().cancel()}>
        {cancelling ? words.cancelling : words.cancel}
      </Button>
    </div>
  );
}

function stepWords({ step, done, total }: NonNullable<HandOverProgress>): string {
  if (step === 'checking' || step === 'verifying') return words.steps[step](done, total);
  return words.steps[step](formatBytes(done), formatBytes(total));
}

/** What goes into the file, its passphrase, and the file that was made. */
function Give({ disabled }: { disabled: boolean }) {
  const [store] = useStores(handOverSlice);
  const { kitIds, plan, half, failure, made } = useHandOver((state) => state);
  const [offered] = useState(newPassphrase);
  const [own, setOwn] = useState(false);
  const first = useRef<HTMLInputElement>(null);
  const second = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState<'short' | 'simple' | 'different' | null>(null);
  const empty = plan?.kits === 0;

  async function submit(event: FormEvent) {
    event.preventDefault();
    const passphrase = own ? (first.current?.value ?? '') : offered;
    const problem = own ? problemOf(passphrase, second.current?.value ?? '') : null;
    setTyped(problem);
    if (problem) {
      (problem === 'different' ? second : first).current?.focus();
      return;
    }
    await store.getState().make(passphrase);
    if (store.getState().made === null) return;
    for (const input of [first.current, second.current]) if (input) input.value = '';
  }

  const problems = (of: readonly string[]): FieldProblem[] =>
    errorOf(typed && of.includes(typed) ? words.problems[typed] : null);

  return (
    <form className="stack framed hand-over__half" onSubmit={submit} aria-label={words.give}>
      <h3>{words.give}</h3>
      {plan ? (
        <p>{(kitIds === null ? words.ofLaptop : words.ofKits)(plan.kits, formatBytes(plan.bytes))}</p>
      ) : null}
      {plan && plan.left.length > 0 ? <Notice tone="warn">{words.left(plan.left)}</Notice> : null}
      {empty && kitIds !== null ? <Notice tone="calm">{words.nothing}</Notice> : null}
      {kitIds === null ? null : (
        <Button look="quiet" disabled={disabled} onClick={() => void store.getState().show(null)}>
          {words.allInstead}
        </Button>
      )}
      <fieldset className="choices" disabled={disabled}>
        <legend className="field__label">{words.how}</legend>
        <Check type="radio" name="hand-over-passphrase" checked={!own} onChange={() => setOwn(false)}>
          {words.offered}
        </Check>
        <Check type="radio" name="hand-over-passphrase" checked={own} onChange={() => setOwn(true)}>
          {words.own}
        </Check>
      </fieldset>
      {own ? (
        <>
          <Secret
            label={words.typed}
            hint={words.typedHint}
            problems={problems(['short', 'simple'])}
            ref={first}
            disabled={disabled}
          />
          <Secret label={words.again} problems={problems(['different'])} ref={second} disabled={disabled} />
        </>
      ) : (
        <Offered passphrase={offered} />
      )}
      {half === 'give' ? <FailureNotice failure={failure} /> : null}
      {made ? (
        <Notice tone="ok">
          <p>{words.made(made.file_name, made.kits, formatBytes(made.bytes))}</p>
          {made.left.length > 0 ? <p>{words.left(made.left)}</p> : null}
          <p>{words.madeNote}</p>
          {kitIds === null ? <p>{words.ordersNote}</p> : null}
        </Notice>
      ) : null}
      <div className="row">
        <Button type="submit" disabled={disabled || plan === null || (empty && kitIds !== null)}>
          {words.make}
        </Button>
      </div>
    </form>
  );
}

function problemOf(passphrase: string, again: string): 'short' | 'simple' | 'different' | null {
  return passphraseProblem(passphrase) ?? (passphrase === again ? null : 'different');
}

function Secret(props: ComponentProps<typeof InputField>) {
  return <InputField {...props} type="password" maxLength={1024} />;
}

/** The passphrase that the app made: to be read, and copied. */
function Offered({ passphrase }: { passphrase: string }) {
  const [copied, setCopied] = useState<boolean | null>(null);
  return (
    <Field label={words.generated} hint={words.generatedHint}>
      {(control) => (
        <div className="hand-over__offered">
          <input {...control} className="input code" readOnly value={passphrase} spellCheck={false} />
          <Button onClick={() => setCopied(copyText(passphrase))}>{words.copy}</Button>
          <p role="status" className="hint">
            {copied === null ? '' : copied ? words.copied : words.notCopied}
          </p>
        </div>
      )}
    </Field>
  );
}

/** Choosing a file, its passphrase, and how that ended. */
function Take({ disabled }: { disabled: boolean }) {
  const [store] = useStores(handOverSlice);
  const { chosen, opened, half, failure, busy } = useHandOver((state) => state);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (chosen) input.current?.focus();
  }, [chosen]);

  async function submit(event: FormEvent) {
    event.preventDefault();
    const field = input.current;
    if (!field || field.value === '') return field?.focus();
    const done = await store.getState().open(field.value);
    if (!done) input.current?.select();
  }

  return (
    <form className="stack framed hand-over__half" onSubmit={submit} aria-label={words.take}>
      <h3>{words.take}</h3>
      <p className="muted">{words.takeIntro}</p>
      {chosen ? (
        <>
          <p>{words.chosen(chosen.file_name)}</p>
          <Secret label={words.passphrase} ref={input} disabled={disabled} />
        </>
      ) : null}
      {half === 'take' ? <FailureNotice failure={failure} /> : null}
      {opened ? <p role="status">{opened === 'restarting' ? words.restarting : words.notBroughtIn}</p> : null}
      <div className="row">
        {chosen ? (
          <>
            <Button type="submit" disabled={disabled}>
              {words.open}
            </Button>
            <Button look="quiet" disabled={disabled} onClick={() => store.getState().forgetChosen()}>
              {appWords.cancel}
            </Button>
          </>
        ) : (
          <Button disabled={disabled || busy !== null} onClick={() => void store.getState().choose()}>
            {words.choose}
          </Button>
        )}
      </div>
    </form>
  );
}
