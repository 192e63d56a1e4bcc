import { useMemo, useState } from 'react';
import { Button } from '../design/button.tsx';
import { Notice } from '../design/notice.tsx';
import { useNow } from '../design/use-now.ts';
import { useStores } from '../shell/state/registry.tsx';
import { connectionLine, connectionOf } from './connection.ts';
import { kitTitle } from './kit-words.ts';
import { kitsSlice, useKits } from './kits-store.ts';
import { Why } from './why.tsx';
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
