import { TripKitError } from '../common/errors.ts';
import { type DiagnosticsPart, type DiagnosticsSection, diagnosticsText } from './diagnostics.ts';

/** Diagnostics that are kept at a time: one for each window that may show them. */
const MOST = 3;

export interface KeptDiagnosticsDeps {
  collect(): Promise<DiagnosticsSection[]>;
  /** Whether administrators let people save them. */
  allowed(): boolean;
  newId(): string;
}

/** Keeps the diagnostics that a person looks at: the saved file is what the person saw. */
export class KeptDiagnostics {
  readonly #deps: KeptDiagnosticsDeps;
  readonly #kept = new Map<string, DiagnosticsSection[]>();

  constructor(deps: KeptDiagnosticsDeps) {
    this.#deps = deps;
  }

  /** Collects them, and keeps them until they are dropped, or are the oldest of too many. @throws TripKitError of kind `config` */
  async collect(): Promise<{ id: string; sections: DiagnosticsSection[] }> {
    this.requireAllowed();
    const sections = await this.#deps.collect();
    const id = this.#deps.newId();
    this.#kept.set(id, sections);
    for (const oldest of [...this.#kept.keys()].slice(0, -MOST)) this.#kept.delete(oldest);
    return { id, sections };
  }

  /** @throws TripKitError of kind `config` where administrators forbid them, or they are not kept any more */
  text(id: string, without: readonly DiagnosticsPart[]): string {
    this.requireAllowed();
    const sections = this.#kept.get(id);
    if (sections !== undefined) return diagnosticsText(sections, without);
    throw new TripKitError('config', 'What was shown is no longer kept. Close this and open it again.');
  }

  drop(id: string): void {
    this.#kept.delete(id);
  }

  /** @throws TripKitError of kind `config` where administrators forbid them */
  requireAllowed(): void {
    if (this.#deps.allowed()) return;
    throw new TripKitError(
      'config',
      'Your administrators have turned off diagnostics on this computer. Ask your airline’s IT for help instead.',
      { condition: 'policy' },
    );
  }
}
