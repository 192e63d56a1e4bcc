import type { ReactNode } from 'react';
import type { Kit } from '../../preload/contract.ts';
import { Button } from '../design/button.tsx';
import { formatUtc } from '../design/format.ts';
import { Modal } from '../design/modal.tsx';
import { FailureNotice } from '../design/notice.tsx';
import { appWords } from '../design/words.ts';
import { useStores } from '../shell/state/registry.tsx';
import { MessageList } from './kit-badges.tsx';
import { kitSpoken } from './kit-words.ts';
import { kitsSlice, useKits } from './kits-store.ts';
import { messagesToRead } from './message-words.ts';
import { openingSlice, useOpening } from './opening-store.ts';
import { openingWords } from './words.ts';

const { superseded } = openingWords;

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
            <AboutKit id={question.newerId}>
              {(newer) => (
                <OlderOrNewer
                  title={superseded.title}
                  openThis={superseded.openThis}
                  openNewer={superseded.openNewer}
                >
                  <p>{bothMade(kit, newer)}</p>
                </OlderOrNewer>
              )}
            </AboutKit>
          )}
        </AboutKit>
      );
    case 'superseded_some':
      return <SupersededSome count={question.kitIds.length} newerOf={question.newerOf} />;
    default:
      return null;
  }
}

/** A question about a kit in its current state; none once the kit is removed. */
function AboutKit({ id, children }: { id: string; children: (kit: Kit) => ReactNode }) {
  const kit = useKits((state) => state.find(id));
  return kit ? children(kit) : null;
}

function named(kit: Kit): string {
  return [kitSpoken(kit), kit.trip?.flight].filter(Boolean).join(', ');
}

/** Asks which kit to open: this one, or the newer one for the same flight. */
function OlderOrNewer(props: { title: string; openThis: string; openNewer: string; children: ReactNode }) {
  const store = useStores(openingSlice)[0].getState();
  return (
    <Modal
      asks
      wide
      title={props.title}
      onClose={() => store.cancel()}
      actions={
        <>
          <Button look="quiet" onClick={() => store.cancel()}>
            {appWords.cancel}
          </Button>
          <Button onClick={() => store.openThis()}>{props.openThis}</Button>
          <Button look="primary" data-first onClick={() => store.openNewer()}>
            {props.openNewer}
          </Button>
        </>
      }
    >
      {props.children}
    </Modal>
  );
}

function bothMade(kit: Kit, newer: Kit): string {
  const say = kit.trip && newer.trip ? superseded.text : superseded.trackedText;
  return say(named(kit), formatUtc(kit.created_at), formatUtc(newer.created_at));
}

function SupersededSome({ count, newerOf }: { count: number; newerOf: ReadonlyMap<string, string> }) {
  // Renders again with every change of the kits.
  useKits((state) => state.kits);
  const { find } = useStores(kitsSlice)[0].getState();
  const pairs = [...newerOf].flatMap(([id, newerId]) => {
    const [kit, newer] = [find(id), find(newerId)];
    return kit && newer ? [{ kit, newer }] : [];
  });
  return (
    <OlderOrNewer
      title={superseded.someTitle(pairs.length, count)}
      openThis={superseded.openThese}
      openNewer={superseded.openNewerSome}
    >
      <ul className="bullets">
        {pairs.map(({ kit, newer }) => (
          <li key={kit.id}>{bothMade(kit, newer)}</li>
        ))}
      </ul>
    </OlderOrNewer>
  );
}

function Acknowledge({ kit }: { kit: Kit }) {
  const { busy, failure } = useOpening((state) => state);
  const store = useStores(openingSlice)[0].getState();
  const words = openingWords.acknowledge;
  return (
    <Modal
      asks
      wide
      title={words.title}
      onClose={() => store.cancel()}
      actions={
        <>
          <Button onClick={() => store.cancel()}>{appWords.cancel}</Button>
          <Button look="primary" disabled={busy} onClick={() => void store.acknowledge()}>
            {words.yes}
          </Button>
        </>
      }
    >
      <p>{words.intro(named(kit))}</p>
      <MessageList messages={messagesToRead(kit)} trip={kit.trip} />
      <p className="hint">{words.recorded}</p>
      <FailureNotice failure={failure} />
    </Modal>
  );
}
