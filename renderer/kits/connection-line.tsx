import { useMemo, useState } from 'react';
import type { Kit } from '../../preload/contract.ts';
import { Button } from '../design/button.tsx';
import { Notice } from '../design/notice.tsx';
import { useNow } from '../design/timing.ts';
import { useStores } from '../shell/state/registry.tsx';
import { Why } from './kit-badges.tsx';
import { kitTitle, nextTry } from './kit-words.ts';
import { kitsSlice, useKits } from './kits-store.ts';
import { connectionWords } from './words.ts';

const words = connectionWords;

/** Why kits wait for the connection, in one line, with a button to try now; nothing if none wait. */
export function ConnectionLine() {
  const [kits] = useStores(kitsSlice);
  const all = useKits((state) => state.kits);
  const connection = useMemo(() => connectionOf(all), [all]);
  const now = useNow(connection !== null);
  const [failure, setFailure] = useState<string | null>(null);
  if (!connection) return null;
  const { reasons, may_try } = connection;
  // Read out once when it begins, and when the number of kits changes; never each second.
  const spoken = `${reasons[0]?.text} ${words.waiting(connection.count)}`;

  async function tryNow() {
    const { failures } = await kits.getState().actAll('tryNow', may_try);
    setFailure(failures[0]?.message ?? null);
  }

  return (
    <div className="library__banner connection-line">
      <p className="sr-only" role="status">
        {spoken}
      </p>
      <Notice
        tone="warn"
        action={
          may_try.length > 0 ? <Button onClick={() => void tryNow()}>{words.tryNow}</Button> : undefined
        }
      >
        <span className="connection-line__says">{connectionLine(connection, now)}</span>
        {failure ? (
          <span className="notice__small" role="alert">
            {failure}
          </span>
        ) : null}
        <Why>
          <ul>
            {reasons.map(({ why, kits: some }) => (
              <li key={why}>
                {why}
                <span className="hint connection-line__kits">{words.kits(some.map(kitTitle))}</span>
              </li>
            ))}
          </ul>
        </Why>
      </Notice>
    </div>
  );
}

const REASONS: ReadonlySet<string> = new Set(['trouble', 'asked', 'silence']);

/** One reason, and the kits that it holds back. */
interface HeldBack {
  /** The reason, in short. */
  text: string;
  /** The reason, in full. */
  why: string;
  kits: readonly Kit[];
}

/** The kits that connection problems hold back. */
interface Connection {
  /** Each reason once, the one with the most kits first. */
  reasons: readonly HeldBack[];
  /** How many kits are held back. */
  count: number;
  /** The earliest next attempt for any of them, ms since 1970; null if one is being tried now. */
  next: number | null;
  /** The kits whose wait a person may end now. */
  may_try: readonly string[];
}

/** Whether the connection holds the kit back, not its turn, a certificate or a full disk. */
function isHeldBack({ wait, activity }: Kit): boolean {
  return wait !== null && activity !== null && REASONS.has(wait.reason);
}

/** What holds kits back now; null if nothing does. */
export function connectionOf(kits: readonly Kit[]): Connection | null {
  const heldBack = kits.filter(isHeldBack);
  if (heldBack.length === 0) return null;
  const reasons = [...Map.groupBy(heldBack, ({ wait, activity }) => wait?.why ?? activity ?? '')]
    .map(([why, some]): HeldBack => ({ text: some[0]?.activity ?? '', why, kits: some }))
    .sort((a, b) => b.kits.length - a.kits.length);
  const times = heldBack.map(({ wait }) => (wait?.until ? Date.parse(wait.until) : null));
  const next = times.some((time) => time === null) ? null : Math.min(...times.map((time) => time ?? 0));
  const may_try = heldBack.filter(({ wait }) => wait?.may_try).map(({ id }) => id);
  return { reasons, count: heldBack.length, next, may_try };
}

/** The connection in one line at `now` (ms since 1970): the problem, when kits are tried next, and how many wait. */
export function connectionLine({ reasons, count, next }: Connection, now: number): string {
  const until = next === null ? null : new Date(next).toISOString();
  const tries = reasons.some(({ kits }) => kits.some(({ wait }) => wait?.reason !== 'silence'));
  return [
    reasons[0]?.text,
    tries ? nextTry({ until, reason: 'trouble' }, now) : '',
    connectionWords.waiting(count),
  ]
    .filter(Boolean)
    .join(' ');
}
