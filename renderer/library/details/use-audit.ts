import { useEffect, useState } from 'react';
import type { Kit, KitAudit } from '../../../preload/contract.ts';
import { useBridge } from '../../state/registry.tsx';

/** The audit of a kit, read again whenever something that it tells of has changed; null until it is there. */
export function useAudit(kit: Kit): KitAudit | 'failed' | null {
  const bridge = useBridge();
  const [audit, setAudit] = useState<KitAudit | 'failed' | null>(null);
  const { id, state, state_since, activity, messages, acknowledged, opened_at } = kit;
  const stamp = [state, state_since, activity, messages.length, acknowledged, opened_at].join(' ');
  useEffect(() => {
    let current = stamp !== '';
    bridge.audit.of(id).then(
      (value) => current && setAudit(value),
      () => current && setAudit('failed'),
    );
    return () => {
      current = false;
    };
  }, [bridge, id, stamp]);
  return audit;
}
