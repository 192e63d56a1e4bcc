import { useEffect } from 'react';
import { createStore } from 'zustand/vanilla';
import type { Diagnosis, DiagnosisStep } from '../../preload/contract.ts';
import { Button } from '../design/button.tsx';
import { formatUtcDate } from '../design/format.ts';
import { Badge, FailureNotice, Notice, type Tone } from '../design/notice.tsx';
import { ProgressBar } from '../design/progress-bar.tsx';
import { defineSlice, useStores } from '../setup/state/registry.ts';
import { useSetup } from '../setup/state/setup-store.ts';
import { setupWords } from '../setup/words.ts';
import { asUiFailure, type UiFailure } from '../shell/state/bridge.ts';
import { latestOnly } from '../shell/state/calls.ts';

const words = setupWords.connection;
const tones: Record<DiagnosisStep['ok'], Tone> = { passed: 'ok', failed: 'danger', skipped: 'calm' };

/** Step 3: whether the service takes profile and certificate; what fails, and why. */
export function ConnectionStep() {
  const [connection] = useStores(connectionSlice);
  const profileId = useSetup((state) => state.profile?.id ?? null);
  const sha256 = useSetup((state) =>
    state.identity?.state === 'usable' ? state.identity.identity.sha256 : null,
  );
  const { running, diagnosis, failure } = useConnection((state) => state);
  // Leaving the screen, another profile or another certificate: the answer is of no use any more.
  useEffect(() => {
    const about = `${profileId} ${sha256}`;
    return () => {
      if (about) connection.getState().leave();
    };
  }, [connection, profileId, sha256]);
  if (profileId === null) return <p className="muted">{setupWords.profileFirst}</p>;
  return (
    <>
      <p className="muted">{words.intro}</p>
      <FailureNotice failure={failure} />
      <div role="status">
        {running ? <p className="connection__wait">{words.running}</p> : null}
        {diagnosis ? (
          <Notice tone={diagnosis.verdict.ok ? 'ok' : 'danger'}>{diagnosis.verdict.message}</Notice>
        ) : null}
      </div>
      {running ? <ProgressBar share={null} label={words.test} /> : null}
      {diagnosis?.verdict.ok ? (
        <details>
          <summary>{words.details}</summary>
          <Steps steps={diagnosis.steps} />
        </details>
      ) : null}
      {diagnosis && !diagnosis.verdict.ok ? <Steps steps={diagnosis.steps} /> : null}
      <div className="row">
        {running ? (
          <Button onClick={() => connection.getState().leave()}>{words.cancel}</Button>
        ) : (
          <Button onClick={() => void connection.getState().test(profileId)}>
            {diagnosis ? words.again : words.test}
          </Button>
        )}
      </div>
    </>
  );
}

function Steps({ steps }: { steps: readonly DiagnosisStep[] }) {
  return (
    <ol className="stack" aria-label={words.steps}>
      {steps.map((step, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes, and a step may come twice
        <Step key={index} step={step} />
      ))}
    </ol>
  );
}

function Step({ step }: { step: DiagnosisStep }) {
  return (
    <li className="connection__step" data-result={step.ok}>
      <Badge tone={tones[step.ok]} {...(step.ok === 'skipped' ? { icon: 'minus' as const } : {})}>
        {words.results[step.ok]}
      </Badge>
      <div>
        <p className="connection__name">
          {words.names[step.id]}, {words.servers[step.server]}
        </p>
        <p>{step.what}</p>
        {step.advice ? <p className="connection__advice">{step.advice}</p> : null}
        {step.ok === 'failed' && step.certificates?.length ? (
          <details>
            <summary>{words.chain}</summary>
            <ul>
              {step.certificates.map(({ subject, issuer, sha256, valid_from, valid_to }) => (
                <li key={sha256}>
                  {subject}
                  <span className="choice__more hint">{words.issuedBy(issuer)}</span>
                  <span className="choice__more hint">
                    {setupWords.validRange(formatUtcDate(valid_from), formatUtcDate(valid_to))}
                  </span>
                  <span className="choice__more hint code">{sha256}</span>
                </li>
              ))}
            </ul>
          </details>
        ) : null}
      </div>
    </li>
  );
}

interface ConnectionState {
  /** The profile that is or was tested; null before the first test. */
  profileId: string | null;
  running: boolean;
  diagnosis: Diagnosis | null;
  /** Why the test itself could not be made. */
  failure: UiFailure | null;
  test(profileId: string): Promise<void>;
  /** Drops an answer that comes later. */
  leave(): void;
}

/** The test of the connection. */
export const [connectionSlice, useConnection] = defineSlice(({ bridge }) => {
  const begin = latestOnly();
  return createStore<ConnectionState>()((set) => ({
    profileId: null,
    running: false,
    diagnosis: null,
    failure: null,
    async test(profileId) {
      const isLatest = begin();
      set({ profileId, running: true, diagnosis: null, failure: null });
      try {
        const diagnosis = await bridge.profiles.test(profileId);
        if (isLatest()) set({ running: false, diagnosis });
      } catch (error) {
        if (isLatest()) set({ running: false, failure: asUiFailure(error) });
      }
    },
    leave() {
      begin();
      set({ profileId: null, running: false, diagnosis: null, failure: null });
    },
  }));
});
