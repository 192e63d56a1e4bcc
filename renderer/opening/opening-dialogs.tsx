import type { ReactNode } from 'react';
import type { Kit } from '../../preload/contract.ts';
import { Button } from '../design/button.tsx';
import { formatUtc } from '../design/format.ts';
import { Modal } from '../design/modal.tsx';
import { Notice } from '../design/notice.tsx';
import { kitSpoken } from '../kits/kit-words.ts';
import { kitsSlice, useKits } from '../kits/kits-store.ts';
import { MessageNotice } from '../kits/message-notice.tsx';
import { messagesToRead } from '../kits/message-words.ts';
import { openingSlice, useOpening } from '../kits/opening-store.ts';
import { useStores } from '../state/registry.tsx';
import { strings } from '../strings/strings.ts';

/** The questions before kits open. */
export function OpeningDialogs() {
  const question = useOpening((state) => state.question);
  switch (question?.kind) {
    case 'acknowledge':
      return <AboutKit id={question.kitId}>{(kit) => <Acknowledge key={kit.id} kit={kit} />}</AboutKit>;
    case 'superseded':
      return (
        <AboutKit id={question.kitId}>
          {(kit) => (
            <AboutKit id={question.newerId}>{(newer) => <Superseded kit={kit} newer={newer} />}</AboutKit>
          )}
        </AboutKit>
      );
    case 'superseded_some':
      return <SupersededSome count={question.kitIds.length} newerOf={question.newerOf} />;
    default:
      return null;
  }
}

/** A question about a kit, as it is now; none once it is gone. */
function AboutKit({ id, children }: { id: string; children: (kit: Kit) => ReactNode }) {
  const kit = useKits((state) => state.find(id));
  return kit ? children(kit) : null;
}

function named(kit: Kit): string {
  return [kitSpoken(kit), kit.trip?.flight].filter(Boolean).join(', ');
}

function Superseded({ kit, newer }: { kit: Kit; newer: Kit }) {
  const store = useStores(openingSlice)[0].getState();
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

function SupersededSome({ count, newerOf }: { count: number; newerOf: ReadonlyMap<string, string> }) {
  const store = useStores(openingSlice)[0].getState();
  // Drawn anew with every change of the kits.
  useKits((state) => state.kits);
  const { find } = useStores(kitsSlice)[0].getState();
  const words = strings.opening.superseded;
  const pairs = [...newerOf].flatMap(([id, newerId]) => {
    const [kit, newer] = [find(id), find(newerId)];
    return kit && newer ? [{ kit, newer }] : [];
  });
  return (
    <Modal
      wide
      title={words.someTitle(pairs.length, count)}
      onClose={() => store.cancel()}
      actions={
        <>
          <Button look="quiet" onClick={() => store.cancel()}>
            {strings.app.cancel}
          </Button>
          <Button onClick={() => store.openThis()}>{words.openThese}</Button>
          <Button look="primary" data-first onClick={() => store.openNewer()}>
            {words.openNewerSome}
          </Button>
        </>
      }
    >
      <ul className="bullets">
        {pairs.map(({ kit, newer }) => (
          <li key={kit.id}>
            {words.text(named(kit), formatUtc(kit.created_at), formatUtc(newer.created_at))}
          </li>
        ))}
      </ul>
    </Modal>
  );
}

function Acknowledge({ kit }: { kit: Kit }) {
  const { busy, failure } = useOpening((state) => state);
  const store = useStores(openingSlice)[0].getState();
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
