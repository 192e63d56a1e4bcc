import type { ReactNode } from 'react';
import type { Kit } from '../../preload/contract.ts';
import { Badge } from '../design/notice.tsx';
import { stateLooks } from './kit-words.ts';

/** A state of kits, in its colour and with its icon. */
export function StateBadge({ state, children }: { state: Kit['state']; children: ReactNode }) {
  const { tone, icon } = stateLooks[state];
  return (
    <Badge tone={tone} icon={icon}>
      {children}
    </Badge>
  );
}
