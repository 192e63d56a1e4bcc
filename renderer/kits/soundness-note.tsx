import type { Kit } from '../../preload/contract.ts';
import { Button } from '../design/button.tsx';
import { Notice } from '../design/notice.tsx';
import { useStores } from '../shell/state/registry.tsx';
import { kitProgress } from './kit-words.ts';
import { kitsSlice, useKits } from './kits-store.ts';
import { messagesToRead, wordMessage } from './message-words.ts';
import { openingSlice } from './opening-store.ts';
import { isDamaged, wayToSoundCopy, withdrawal } from './soundness-words.ts';
import { messageWords, trustWords } from './words.ts';

const words = trustWords;

/** That a kit is withdrawn, what is to be read, what is wrong with its document, and what to do; nothing if all is well. */
export function SoundnessNote({ kit, alert = false }: { kit: Kit; alert?: boolean }) {
  const withdrawn = withdrawal(kit);
  return (
    <>
      {withdrawn === null ? null : (
        <Notice tone="danger" alert={alert}>
          <strong>{words.withdrawnLabel}.</strong> {withdrawn}
        </Notice>
      )}
      {alert && !kit.acknowledged ? <MessageNote kit={kit} /> : null}
      <DocumentNote kit={kit} alert={alert} />
    </>
  );
}

/** A message came while the kit is open, which is to be read before the flight. */
function MessageNote({ kit }: { kit: Kit }) {
  const [opening] = useStores(openingSlice);
  const last = messagesToRead(kit).at(-1);
  return (
    <Notice
      tone="danger"
      alert
      action={<Button onClick={() => opening.getState().askMessages(kit.id)}>{messageWords.read}</Button>}
    >
      <strong>{messageWords.unreadTitle}.</strong> {last ? wordMessage(last, kit.trip).text : null}
    </Notice>
  );
}

function DocumentNote({ kit, alert }: { kit: Kit; alert: boolean }) {
  const { soundness } = kit;
  if (!soundness) return null;
  if (isDamaged(kit))
    return (
      <Notice tone="danger" alert={alert} action={<WayToSoundCopy kit={kit} />}>
        <strong>{words.damagedTitle}.</strong> {soundness.what} {alert ? waitingFor(kit) : null}
      </Notice>
    );
  if (soundness.state === 'unchecked')
    return (
      <Notice tone="warn" action={<CheckAgain kit={kit} />}>
        {soundness.what}
      </Notice>
    );
  if (soundness.state !== 'verified' || soundness.seal !== 'missing') return null;
  return (
    <Notice tone="warn" action={<WayToSoundCopy kit={kit} />}>
      <strong>{words.notSealedTitle}.</strong> {soundness.what}
    </Notice>
  );
}

/** Why the sound copy has not arrived yet; in the details of the kit it is shown beside the note. */
function waitingFor(kit: Kit): string | null {
  return kit.activity ?? (kit.state === 'downloading' ? (kitProgress(kit, 0)?.brief ?? null) : null);
}

function CheckAgain({ kit }: { kit: Kit }) {
  const [kits] = useStores(kitsSlice);
  return (
    <Button onClick={() => void kits.getState().checkDocument(kit, { again: true })}>
      {words.checkAgain}
    </Button>
  );
}

/** The button for a sound copy, if a person can do something. */
function WayToSoundCopy({ kit }: { kit: Kit }) {
  const [kits] = useStores(kitsSlice);
  const busy = useKits((state) => state.busy.has(kit.id));
  const { act, renew } = kits.getState();
  const way = wayToSoundCopy(kit);
  if (way === null) return null;
  return (
    <Button
      look="primary"
      disabled={busy}
      onClick={() => void (way === 'renew' ? renew(kit.id) : act(way, kit.id))}
    >
      {words.ways[way]}
    </Button>
  );
}
