import type { Kit } from '../../preload/contract.ts';
import { useKits, useOpening, useStores } from '../app/stores.tsx';
import { Button } from '../design/button.tsx';
import { formatUtc } from '../design/format.ts';
import { Modal } from '../design/modal.tsx';
import { Notice } from '../design/notice.tsx';
import { MessageNotice } from '../kit/message-notice.tsx';
import { messagesToRead } from '../kit/message-words.ts';
import { kitSpoken } from '../library/kit-words.ts';
import { strings } from '../strings.ts';

/** The questions before a kit opens. */
export function OpeningDialogs() {
  const question = useOpening((state) => state.question);
  const kit = useKits((state) => state.kits.find((one) => one.id === question?.kitId) ?? null);
  const newerId = question?.kind === 'superseded' ? question.newerId : null;
  const newer = useKits((state) => state.kits.find((one) => one.id === newerId) ?? null);
  if (!question || !kit) return null;
  if (question.kind === 'acknowledge') return <Acknowledge kit={kit} />;
  return newer ? <Superseded kit={kit} newer={newer} /> : null;
}

function named(kit: Kit): string {
  return [kitSpoken(kit), kit.trip?.flight].filter(Boolean).join(', ');
}

function Superseded({ kit, newer }: { kit: Kit; newer: Kit }) {
  const store = useStores().opening.getState();
  const words = strings.opening.superseded;
  return (
    <Modal
      wide
      title={words.title}
      onClose={() => store.cancel()}
      actions={
        <>
          <Button look="quiet" onClick={() => store.cancel()}>
            {strings.app.cancel}
          </Button>
          <Button onClick={() => store.openThis()}>{words.openThis}</Button>
          <Button look="primary" data-first onClick={() => store.openNewer()}>
            {words.openNewer}
          </Button>
        </>
      }
    >
      <p>{words.text(named(kit), formatUtc(kit.created_at), formatUtc(newer.created_at))}</p>
    </Modal>
  );
}

function Acknowledge({ kit }: { kit: Kit }) {
  const { busy, failure } = useOpening((state) => state);
  const store = useStores().opening.getState();
  const words = strings.opening.acknowledge;
  return (
    <Modal
      wide
      title={words.title}
      onClose={() => store.cancel()}
      actions={
        <>
          <Button onClick={() => store.cancel()}>{strings.app.cancel}</Button>
          <Button look="primary" disabled={busy} onClick={() => void store.acknowledge()}>
            {words.yes}
          </Button>
        </>
      }
    >
      <p>{words.intro(named(kit))}</p>
      <ul className="kit__messages">
        {messagesToRead(kit).map((message) => (
          <li key={`${message.code} ${message.type} ${message.message}`}>
            <MessageNotice message={message} trip={kit.trip} />
          </li>
        ))}
      </ul>
      <p className="opening__record">{words.recorded}</p>
      {failure ? (
        <Notice tone="danger" alert>
          {failure.message}
        </Notice>
      ) : null}
    </Modal>
  );
}
