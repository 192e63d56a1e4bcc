import type { Kit } from '../../../preload/contract.ts';
import { Notice } from '../../design/notice.tsx';
import { SoundnessNote } from '../../kits/soundness-note.tsx';
import { trustWords } from '../../kits/words.ts';

/** Shown over the pages while their document is not the verified one, could not be checked, or is missing. */
export function TrustAlert({ kit }: { kit: Kit }) {
  if (kit.document) return <SoundnessNote kit={kit} alert />;
  return (
    <Notice tone="danger" alert>
      <strong>{trustWords.notOnLaptop}.</strong> {kit.failure?.message ?? kit.activity}
    </Notice>
  );
}
