import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { ComputerCandidate } from '../../preload/contract.ts';
import { Button } from '../design/button.tsx';
import { Choice } from '../design/field.tsx';
import { formatUtcDate } from '../design/format.ts';
import { Notice } from '../design/notice.tsx';
import { ProgressBar } from '../design/progress-bar.tsx';
import { appWords } from '../design/words.ts';
import { useStores } from '../setup/state/registry.ts';
import { setupSlice, useSetup } from '../setup/state/setup-store.ts';
import { setupWords } from '../setup/words.ts';
import { computerWords } from './words.ts';

/** While the server is asked which certificates it takes. */
export function ComputerListing() {
  const [setup] = useStores(setupSlice);
  const stop = useRef<HTMLDivElement>(null);
  useEffect(() => stop.current?.querySelector('button')?.focus(), []);
  return (
    <div className="stack" ref={stop}>
      <p role="status">{computerWords.listing}</p>
      <p className="muted">{computerWords.listingHint}</p>
      <ProgressBar share={null} label={computerWords.listing} />
      <div className="row">
        <Button onClick={() => void setup.getState().forgetComputer()}>{computerWords.stop}</Button>
      </div>
    </div>
  );
}

/** The certificates of this computer, to choose one of. */
export function ComputerList({ candidates }: { candidates: readonly ComputerCandidate[] }) {
  const [setup] = useStores(setupSlice);
  const { busy, identity } = useSetup((state) => state);
  const form = useRef<HTMLFormElement>(null);
  const fits = candidates.filter(({ problem }) => problem === null);
  const [picked, setPicked] = useState(fits.length === 1 ? fits[0]?.identity.sha256 : undefined);
  useEffect(() => {
    const first = form.current?.querySelector<HTMLElement>('input:enabled, button');
    first?.focus();
  }, []);
  function submit(event: FormEvent) {
    event.preventDefault();
    if (picked !== undefined) void setup.getState().chooseComputer(picked);
  }
  return (
    <form ref={form} className="stack" onSubmit={submit}>
      <fieldset className="choices">
        <legend className="choices__legend">{computerWords.legend}</legend>
        {candidates.map((candidate) => (
          <CandidateChoice
            key={candidate.identity.sha256}
            candidate={candidate}
            checked={candidate.identity.sha256 === picked}
            onPick={setPicked}
          />
        ))}
      </fieldset>
      {fits.length === 0 ? <Notice tone="warn">{computerWords.noneUsable}</Notice> : null}
      {identity?.state === 'usable' ? <p className="muted">{computerWords.replace}</p> : null}
      <div className="row">
        {fits.length === 0 ? null : (
          <Button type="submit" look="primary" disabled={picked === undefined || busy !== null}>
            {computerWords.use}
          </Button>
        )}
        <Button disabled={busy !== null} onClick={() => void setup.getState().listComputer()}>
          {computerWords.again}
        </Button>
        <Button look="quiet" onClick={() => void setup.getState().forgetComputer()}>
          {appWords.cancel}
        </Button>
      </div>
    </form>
  );
}

function CandidateChoice(props: {
  candidate: ComputerCandidate;
  checked: boolean;
  onPick(sha256: string): void;
}) {
  const { identity, problem } = props.candidate;
  const { sha256, subject, issuer, valid_from, valid_to, extended_key_usage: usage } = identity;
  return (
    <Choice
      name="computer-certificate"
      checked={props.checked}
      disabled={problem !== null}
      onChange={() => props.onPick(sha256)}
    >
      {subject}
      {problem === null ? null : <span className="choice__more choice__problem">{problem}</span>}
      <span className="choice__more hint">{computerWords.issuedBy(issuer)}</span>
      <span className="choice__more hint">
        {setupWords.validRange(formatUtcDate(valid_from), formatUtcDate(valid_to))}
        {usage.length === 0 ? '' : `, ${computerWords.usage(usage.join(', '))}`}
      </span>
      <span className="choice__more hint code">{sha256}</span>
    </Choice>
  );
}
