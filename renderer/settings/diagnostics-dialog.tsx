import { useState } from 'react';
import { Button } from '../design/button.tsx';
import { Modal } from '../design/modal.tsx';
import { Notice } from '../design/notice.tsx';
import { asUiFailure } from '../ipc/bridge.ts';
import { useBridge } from '../state/registry.tsx';
import { strings } from '../strings/strings.ts';

const words = strings.settings.diagnostics;

/** Says what the file for support holds, and writes it. */
export function DiagnosticsDialog({ onClose }: { onClose: () => void }) {
  const bridge = useBridge();
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<{ saved: string } | { failed: string } | null>(null);

  async function save() {
    setBusy(true);
    setOutcome(null);
    try {
      const file = await bridge.app.saveDiagnostics();
      if (file !== null) setOutcome({ saved: file });
    } catch (error) {
      setOutcome({ failed: asUiFailure(error).message });
    } finally {
      setBusy(false);
    }
  }

  return (
    <Modal
      wide
      title={words.title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{strings.app.close}</Button>
          <Button look="primary" disabled={busy} onClick={() => void save()}>
            {busy ? words.saving : words.save}
          </Button>
        </>
      }
    >
      <p>{words.intro}</p>
      <div>
        <p>{words.contains}</p>
        <ul className="bullets">
          {words.items.map((item) => (
            <li key={item}>{item}</li>
          ))}
        </ul>
      </div>
      <p>{words.without}</p>
      <div role="status">
        {outcome && 'saved' in outcome ? <Notice tone="ok">{words.saved(outcome.saved)}</Notice> : null}
      </div>
      {outcome && 'failed' in outcome ? (
        <Notice tone="danger" alert>
          {outcome.failed}
        </Notice>
      ) : null}
    </Modal>
  );
}
