import type { DiagnosticsPart } from '../../preload/contract.ts';
import { TripKitError } from '../common/errors.ts';
import type { Host } from '../host/host.ts';
import {
  collectDiagnostics,
  type DiagnosticsDeps,
  type DiagnosticsSection,
  diagnosticsText,
} from './diagnostics.ts';

type SupportNeeds = Pick<DiagnosticsDeps, 'app' | 'managed' | 'profiles' | 'factsOf' | 'kits'>;

/** Information for support, as texts without secrets. */
export function openSupport(host: Host, needs: SupportNeeds) {
  const { paths, settings, notices } = host;
  return {
    diagnostics: new KeptDiagnostics({
      newId: host.newId,
      allowed: () => needs.managed?.settings.diagnostics ?? true,
      collect: () =>
        collectDiagnostics({
          ...needs,
          settings: settings.state(),
          notices: notices.list(),
          logs: paths.logs,
          crashes: paths.crashes,
          now: host.now(),
        }),
    }),
  };
}

/** Diagnostics kept at the same time: one for each window that may show them. */
const MOST = 3;

interface KeptDiagnosticsDeps {
  collect(): Promise<DiagnosticsSection[]>;
  /** Whether administrators allow people to save diagnostics. */
  allowed(): boolean;
  newId(): string;
}

/** Keeps the diagnostics that a person is viewing: the saved file has the same content. */
export class KeptDiagnostics {
  readonly #deps: KeptDiagnosticsDeps;
  readonly #kept = new Map<string, DiagnosticsSection[]>();

  constructor(deps: KeptDiagnosticsDeps) {
    this.#deps = deps;
  }

  /** Collects diagnostics, and keeps them until they are dropped, or too many newer ones exist. @throws TripKitError of kind `config` */
  async collect(): Promise<{ id: string; sections: DiagnosticsSection[] }> {
    this.requireAllowed();
    const sections = await this.#deps.collect();
    const id = this.#deps.newId();
    this.#kept.set(id, sections);
    for (const oldest of [...this.#kept.keys()].slice(0, -MOST)) this.#kept.delete(oldest);
    return { id, sections };
  }

  /** @throws TripKitError of kind `config` if administrators forbid them, or they are no longer kept */
  text(id: string, without: readonly DiagnosticsPart[]): string {
    this.requireAllowed();
    const sections = this.#kept.get(id);
    if (sections !== undefined) return diagnosticsText(sections, without);
    throw new TripKitError('config', 'What was shown is no longer kept. Close this and open it again.');
  }

  drop(id: string): void {
    this.#kept.delete(id);
  }

  /** @throws TripKitError of kind `config` if administrators forbid diagnostics */
  requireAllowed(): void {
    if (this.#deps.allowed()) return;
    throw new TripKitError(
      'config',
      'Your administrators have turned off diagnostics on this computer. Ask your airline’s IT for help instead.',
      { condition: 'policy' },
    );
  }
}
