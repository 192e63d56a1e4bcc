/** Kits on their ways, for a process that is killed: what is written down turn by turn. */
import { kitRecord } from '../kits.ts';

const id = (n: number) => `00000000-0000-4000-8000-00000000000${n}`;
const asked = (n: number, at = 1) =>
  kitRecord({ id: id(n), state: 'requesting', tripkit_id: null, created_at: 1, state_since: at });
const sent = (n: number) => ({ ...asked(n), requested_at: 2 });
const accepted = (n: number) => ({
  ...sent(n),
  state: 'generating' as const,
  state_since: 3,
  tripkit_id: `TK-${n}`,
});

export const lives = [
  [asked(1), asked(2)],
  [sent(1), sent(2)],
  [accepted(1)],
  [
    { ...accepted(1), state: 'downloading' as const, state_since: 4 },
    { ...sent(2), state: 'cancelled' as const },
  ],
];
