import type { ReactNode } from 'react';
import { stateWords } from './words.ts';

/** What is behind a short sentence, unfolded on demand: the only place of hosts and HTTP numbers. */
export function Why({ children }: { children: ReactNode }) {
  return (
    <details className="why">
      <summary>{stateWords.why}</summary>
      <div>{children}</div>
    </details>
  );
}
