import type { Kit } from '../../preload/contract.ts';
import { Button } from '../design/button.tsx';
import { Notice } from '../design/notice.tsx';
import { useStores } from '../shell/state/registry.tsx';
import { kitProgress } from './kit-words.ts';
import { kitsSlice, useKits } from './kits-store.ts';
import { isDamaged, wayToSoundCopy } from './soundness-words.ts';
import { trustSlice } from './trust-store.ts';
import { trustWords } from './words.ts';

const words = trustWords;

/** What is wrong with a document, and what to do; nothing if it is sound. */
export function SoundnessNote({ kit, alert = false }: { kit: Kit; alert?: boolean }) {
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
  const [trust] = useStores(trustSlice);
  return (
    <Button onClick={() => void trust.getState().check(kit, { again: true })}>{words.checkAgain}</Button>
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
