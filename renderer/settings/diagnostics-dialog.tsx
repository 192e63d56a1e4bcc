import { Button } from '../design/button.tsx';
import { Modal } from '../design/modal.tsx';
import { FailureNotice, Notice } from '../design/notice.tsx';
import { useCall } from '../state/calls.ts';
import { useBridge } from '../state/registry.tsx';
import { strings } from '../strings/strings.ts';

const words = strings.settings.diagnostics;

/** Says what the file for support holds, and writes it. */
export function DiagnosticsDialog({ onClose }: { onClose: () => void }) {
  const bridge = useBridge();
  const { busy, answer, failure, run } = useCall(bridge.app.saveDiagnostics);
  return (
    <Modal
      wide
      title={words.title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{strings.app.close}</Button>
          <Button look="primary" disabled={busy} onClick={() => void run()}>
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
      <div role="status">{answer === null ? null : <Notice tone="ok">{words.saved(answer)}</Notice>}</div>
      <FailureNotice failure={failure} />
    </Modal>
  );
}
