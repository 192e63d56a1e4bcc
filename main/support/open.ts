import type { Host } from '../host/host.ts';
import { collectDiagnostics, type DiagnosticsDeps } from './diagnostics.ts';
import { KeptDiagnostics } from './kept-diagnostics.ts';

export interface SupportNeeds
  extends Pick<DiagnosticsDeps, 'app' | 'managed' | 'profiles' | 'factsOf' | 'kits'> {
  /** What becomes of crash reports, in a sentence. */
  copies(): string;
}

/** What support needs to know, as texts that hold no secret. */
export function openSupport(host: Host, { copies, ...needs }: SupportNeeds) {
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
          crashes: { folder: paths.crashes, copies: copies() },
          now: host.now(),
        }),
    }),
  };
}
