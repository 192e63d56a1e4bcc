import type { Host } from '../host/host.ts';
import { collectDiagnostics, type DiagnosticsDeps } from './diagnostics.ts';
import { KeptDiagnostics } from './kept-diagnostics.ts';

export type SupportNeeds = Pick<DiagnosticsDeps, 'app' | 'managed' | 'profiles' | 'factsOf' | 'kits'>;

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
