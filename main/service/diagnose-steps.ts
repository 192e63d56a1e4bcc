/** The steps of a connection test. */
import type { DiagnosisStep, ShownCertificate } from '../../preload/contract/support.ts';

type StepId = DiagnosisStep['id'];
type Server = DiagnosisStep['server'];

/** Collects the steps, reports each as it comes, and remembers the first one that failed decisively. */
export class StepRecorder {
  readonly steps: DiagnosisStep[] = [];
  /** The first step that failed decisively. */
  decisive: DiagnosisStep | null = null;
  readonly #onStep: ((step: DiagnosisStep) => void) | undefined;

  constructor(onStep?: (step: DiagnosisStep) => void) {
    this.#onStep = onStep;
  }

  passed(id: StepId, server: Server, what: string, more: Partial<DiagnosisStep> = {}): void {
    this.#add({ id, server, ok: 'passed', what, advice: null, condition: null, ...more });
  }

  skipped(id: StepId, server: Server, what: string): void {
    this.#add({ id, server, ok: 'skipped', what, advice: null, condition: null });
  }

  /**
   * @param text what happened and, from its second sentence on, what to do, as in every TripKitError
   * @param more `detail` ends the first sentence; `decides: false` if another way is tried next
   */
  failed(
    id: StepId,
    server: Server,
    failure: { condition?: string | undefined; message: string },
    more: { certificates?: ShownCertificate[]; detail?: string; decides?: boolean } = {},
  ): void {
    const { decides = true, detail = '', ...rest } = more;
    const [what, advice] = twoParts(failure.message);
    const step: DiagnosisStep = {
      id,
      server,
      ok: 'failed',
      what: detail === '' ? what : `${what.replace(/\.$/, '')}${detail}.`,
      advice,
      condition: failure.condition ?? null,
      ...rest,
    };
    if (decides) this.decisive ??= step;
    this.#add(step);
  }

  #add(step: DiagnosisStep): void {
    this.steps.push(step);
    this.#onStep?.(step);
  }
}

/** The first sentence and the rest; a full stop inside a host name has no space after it. */
function twoParts(message: string): [what: string, advice: string | null] {
  const end = message.indexOf('. ');
  return end < 0 ? [message, null] : [message.slice(0, end + 1), message.slice(end + 2)];
}
