import { useEffect, useRef, useState } from 'react';
import type { AppInfo, PolicySource, PolicyState } from '../../preload/contract.ts';
import { Button } from '../design/button.tsx';
import { copyText } from '../design/copy-text.ts';
import { useWindowKey } from '../design/keys.ts';
import { Badge, FailureNotice, Notice, type Tone } from '../design/notice.tsx';
import { Step } from '../design/steps.tsx';
import { useCall } from '../shell/state/calls.ts';
import { navigationSlice } from '../shell/state/navigation-store.ts';
import { useBridge, useStores } from '../shell/state/registry.tsx';
import { isEmpty, nameWords, policyText, valueWords } from './policy-words.ts';
import { policyWords } from './words.ts';
import './policy.css';

const tones: Readonly<Record<PolicySource['state'], Tone>> = {
  in_force: 'ok',
  absent: 'calm',
  refused: 'danger',
};

/** What administrators decided for this computer: for them at a pilot's laptop, and for a ticket to them. */
export function PolicyScreen() {
  const bridge = useBridge();
  const [navigation] = useStores(navigationSlice);
  const { answer, failure, run } = useCall(() => Promise.all([bridge.policy.state(), bridge.app.info()]));
  const [state, info] = answer ?? [null, null];
  const main = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once, and again after a failure
  useEffect(() => void run(), []);
  useEffect(() => main.current?.focus({ preventScroll: true }), []);
  const back = () => navigation.getState().toSettings();
  useWindowKey('dialog', (event) => {
    if (event.key === 'Escape') back();
  });
  return (
    <main className="steps policy" id="content" tabIndex={-1} ref={main}>
      <div className="steps__card">
        <header className="steps__head">
          <Button look="quiet" icon="back" onClick={back}>
            {policyWords.back}
          </Button>
          <h1>{policyWords.title}</h1>
          {state && isEmpty(state) ? null : <p className="muted">{policyWords.intro}</p>}
        </header>
        {failure ? (
          <FailureNotice
            failure={{ message: policyWords.failed(failure.message) }}
            again={() => void run()}
          />
        ) : null}
        {state && info ? isEmpty(state) ? <Nothing state={state} /> : <Shown state={state} /> : null}
        {state && info ? <Copy state={state} info={info} /> : null}
      </div>
    </main>
  );
}

function Nothing({ state }: { state: PolicyState }) {
  return (
    <div className="stack">
      <Notice tone="calm">{policyWords.empty}</Notice>
      {state.sources.length > 0 ? <p>{policyWords.emptyHint}</p> : null}
      <Sources sources={state.sources} />
    </div>
  );
}

function Shown({ state: { sources, decisions, profiles, refused } }: { state: PolicyState }) {
  const strictest = decisions.some(({ place }) => place === null);
  return (
    <ol className="steps__list">
      <Step icon="lock" title={policyWords.decisions.title}>
        {strictest ? <Notice tone="warn">{policyWords.strictest}</Notice> : null}
        {decisions.length === 0 ? <p>{policyWords.decisions.none}</p> : <Decisions decisions={decisions} />}
      </Step>
      {refused.length > 0 ? (
        <Step icon="alert" title={policyWords.refused.title}>
          <p>{policyWords.refused.intro}</p>
          <ul className="policy__list">
            {refused.map(({ name, place, reason }) => (
              <li key={`${name} ${place} ${reason}`}>
                <strong className="code">{name}</strong>
                <span className="policy__place code">{place}</span>
                <p>{reason}</p>
              </li>
            ))}
          </ul>
        </Step>
      ) : null}
      <Step icon="list" title={policyWords.sources.title}>
        <Sources sources={sources} />
      </Step>
      {profiles.length > 0 ? (
        <Step icon="person" title={policyWords.profiles.title}>
          <ul className="policy__list">
            {profiles.map(({ id, name, place }) => (
              <li key={id}>
                <strong>{name}</strong>
                <span className="policy__place code">{place}</span>
              </li>
            ))}
          </ul>
        </Step>
      ) : null}
    </ol>
  );
}

function Decisions({ decisions }: Pick<PolicyState, 'decisions'>) {
  const { columns, strictest } = policyWords.decisions;
  return (
    <table className="policy__table">
      <thead>
        <tr>
          <th scope="col">{columns.name}</th>
          <th scope="col">{columns.value}</th>
          <th scope="col">{columns.place}</th>
        </tr>
      </thead>
      <tbody>
        {decisions.map((decision) => (
          <tr key={decision.name} data-policy={decision.name}>
            <th scope="row">
              {nameWords(decision.name)}
              <span className="policy__key code">{decision.name}</span>
            </th>
            <td>{valueWords(decision)}</td>
            <td className={decision.place === null ? undefined : 'code'}>{decision.place ?? strictest}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Sources({ sources }: Pick<PolicyState, 'sources'>) {
  if (sources.length === 0) return <p>{policyWords.sources.none}</p>;
  return (
    <ul className="policy__list">
      {sources.map(({ kind, place, state, problem }) => (
        <li key={`${kind} ${place}`}>
          <span className="policy__source">
            <span>{policyWords.sources.kinds[kind]}</span>
            <span className="code">{place}</span>
            <Badge tone={tones[state]}>{policyWords.sources.states[state]}</Badge>
          </span>
          {problem === null ? null : <p>{problem}</p>}
        </li>
      ))}
    </ul>
  );
}

function Copy({ state, info }: { state: PolicyState; info: AppInfo }) {
  const [copied, setCopied] = useState<boolean | null>(null);
  return (
    <div className="bar policy__copy">
      <Button onClick={() => setCopied(copyText(policyText(state, info)))}>{policyWords.copy}</Button>
      <p className="hint" role="status">
        {copied === null ? policyWords.copyHint : copied ? policyWords.copied : policyWords.notCopied}
      </p>
    </div>
  );
}
