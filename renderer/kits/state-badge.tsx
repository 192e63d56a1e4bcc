import type { ReactNode } from 'react';
import type { Kit } from '../../preload/contract.ts';
import { Badge } from '../design/notice.tsx';
import { lookOf, stateLabel, stateLooks } from './kit-words.ts';

/** The state of a kit and of its document. */
export function KitBadge({ kit }: { kit: Kit }) {
  const { tone, icon } = lookOf(kit);
  return (
    <Badge tone={tone} icon={icon}>
      {stateLabel(kit)}
    </Badge>
  );
}

/** A state of kits, in its colour and with its icon. */
export function StateBadge({ state, children }: { state: Kit['state']; children: ReactNode }) {
  const { tone, icon } = stateLooks[state];
  return (
    <Badge tone={tone} icon={icon}>
      {children}
    </Badge>
  );
}
