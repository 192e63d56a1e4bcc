import { useState } from 'react';
import type { AuditFormat } from '../../preload/contract.ts';
import { Button } from '../design/button.tsx';
import { Notice } from '../design/notice.tsx';
import { asUiFailure } from '../ipc/bridge.ts';
import { useBridge } from '../state/registry.tsx';
import { strings } from '../strings/strings.ts';

const words = strings.kit;

/** Writes the histories of these kits as one file, and says what came of it. `label` says whose they are. */
export function HistoryExport({ kitIds, label }: { kitIds: readonly string[]; label: string }) {
  const bridge = useBridge();
  const [said, setSaid] = useState<{ done: string } | { failed: string } | null>(null);
  const [busy, setBusy] = useState(false);

  async function save(format: AuditFormat) {
    setBusy(true);
    setSaid(null);
    try {
      const file = await bridge.audit.export([...kitIds], format);
      if (file !== null) setSaid({ done: words.exported(file) });
    } catch (error) {
      setSaid({ failed: asUiFailure(error).message });
    } finally {
      setBusy(false);
    }
  }

  return (
    <>
      <fieldset className="history__export" aria-label={label}>
        <span>{label}</span>
        <Button disabled={busy} onClick={() => void save('csv')}>
          {words.exportCsv}
        </Button>
        <Button disabled={busy} onClick={() => void save('json')}>
          {words.exportJson}
        </Button>
      </fieldset>
      {said && 'done' in said ? <p role="status">{said.done}</p> : null}
      {said && 'failed' in said ? (
        <Notice tone="danger" alert>
          {said.failed}
        </Notice>
      ) : null}
    </>
  );
}
