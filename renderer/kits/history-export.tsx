import type { AuditFormat } from '../../preload/contract.ts';
import { Button } from '../design/button.tsx';
import { FailureNotice } from '../design/notice.tsx';
import { settingsWords } from '../settings/words.ts';
import { useCall } from '../shell/state/calls.ts';
import { useBridge } from '../shell/state/registry.tsx';
import { useForbidden } from '../shell/state/settings-store.ts';
import { kitWords } from './words.ts';

const words = kitWords;

/** Writes the histories of these kits as one file. `label` says whose they are. */
export function HistoryExport({ kitIds, label }: { kitIds: readonly string[]; label: string }) {
  const bridge = useBridge();
  const { busy, answer, failure, run } = useCall((format: AuditFormat) =>
    bridge.audit.export([...kitIds], format),
  );
  const noCopies = useForbidden('export');
  return (
    <>
      <fieldset className="history__export" aria-label={label} disabled={noCopies}>
        <span>{label}</span>
        <Button disabled={busy} onClick={() => void run('csv')}>
          {words.exportCsv}
        </Button>
        <Button disabled={busy} onClick={() => void run('json')}>
          {words.exportJson}
        </Button>
      </fieldset>
      {noCopies ? <p className="hint">{settingsWords.managed}</p> : null}
      {answer === null ? null : <p role="status">{words.exported(answer)}</p>}
      <FailureNotice failure={failure} />
    </>
  );
}
