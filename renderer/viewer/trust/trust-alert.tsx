import type { Kit } from '../../../preload/contract.ts';
import { Button } from '../../design/button.tsx';
import { Notice } from '../../design/notice.tsx';
import { trustSlice, useTrust } from '../../kits/trust-store.ts';
import { useStores } from '../../state/registry.tsx';
import { strings } from '../../strings/strings.ts';

/** Stands over the pages while their document is not what was downloaded, or could not be checked. */
export function TrustAlert({ kit, onClose }: { kit: Kit; onClose: () => void }) {
  const [trust] = useStores(trustSlice);
  const soundness = useTrust((state) => {
    const known = state.known.get(kit.id);
    return known && known.sha256 === kit.document?.sha256 ? known.soundness : null;
  });
  if (soundness?.state === 'altered') {
    return (
      <Notice
        tone="danger"
        alert
        action={
          <Button look="danger" onClick={onClose}>
            {strings.trust.closeKit}
          </Button>
        }
      >
        <strong>{strings.trust.alertTitle}.</strong> {soundness.what}
      </Notice>
    );
  }
  if (soundness?.state === 'unchecked') {
    return (
      <Notice
        tone="warn"
        action={
          <Button onClick={() => void trust.getState().check(kit, { again: true })}>
            {strings.trust.checkAgain}
          </Button>
        }
      >
        {soundness.what}
      </Notice>
    );
  }
  return null;
}
