/** The steps of a connection test and their overall result. */
import type { ServerRole } from './answer.ts';

/** The subjects of the steps. */
export type DiagnosisStepId =
  | 'proxy_settings'
  | 'dns'
  | 'tcp'
  | 'proxy'
  | 'tls'
  | 'client_certificate'
  | 'authenticate'
  | 'get_pdf'
  | 'storage';

/** A certificate of a chain; public facts only. */
export interface ShownCertificate {
  /** One line, most specific part first: `CN=Demo Server, O=Demo`. */
  subject: string;
  issuer: string;
  /** SHA-256 of the DER: hex pairs, upper case, with colons. */
  sha256: string;
  /** UTC, ISO 8601. */
  valid_from: string;
  valid_to: string;
}

/** One step of a connection test. Contains no secret. */
export interface DiagnosisStep {
  id: DiagnosisStepId;
  server: ServerRole;
  ok: 'passed' | 'failed' | 'skipped';
  /** The finding, in a sentence. */
  what: string;
  /** The advice; null if nothing needs to be done. */
  advice: string | null;
  /** A stable name for the failure, for code and tests; null if nothing failed. */
  condition: string | null;
  /** The server's chain, its own certificate first, as far as it was sent or is known. */
  certificates?: ShownCertificate[];
}

/** The result of a connection test. */
export interface Diagnosis {
  /** Whether every decisive step has passed. */
  ok: boolean;
  /** The result in a sentence or two: that it works, or what prevents it first and what to do. */
  verdict: string;
  steps: DiagnosisStep[];
}

/** Collects the steps, reports each as it comes, and remembers the first one that failed decisively. */
export class StepRecorder {
  readonly steps: DiagnosisStep[] = [];
  /** The first step that failed decisively. */
  decisive: DiagnosisStep | null = null;
  readonly #onStep: ((step: DiagnosisStep) => void) | undefined;

  constructor(onStep?: (step: DiagnosisStep) => void) {
    this.#onStep = onStep;
  }

  passed(id: DiagnosisStepId, server: ServerRole, what: string, more: Partial<DiagnosisStep> = {}): void {
    this.#add({ id, server, ok: 'passed', what, advice: null, condition: null, ...more });
  }

  skipped(id: DiagnosisStepId, server: ServerRole, what: string): void {
    this.#add({ id, server, ok: 'skipped', what, advice: null, condition: null });
  }

  /**
   * @param text what happened and, from its second sentence on, what to do, as in every TripKitError
   * @param more `detail` ends the first sentence; `decides: false` if another way is tried next
   */
  failed(
    id: DiagnosisStepId,
    server: ServerRole,
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
