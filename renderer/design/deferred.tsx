import { type ComponentType, type ReactNode, useSyncExternalStore } from 'react';
import { Notice } from './notice.tsx';
import { appWords } from './words.ts';

/** A component whose code is loaded when it is first shown, or before with `load`, while the window is idle. */
interface Deferred<P> {
  (props: P): ReactNode;
  /** Loads the code. Never rejects: a failure is shown in the component's place. */
  load(): Promise<void>;
}

/**
 * Loads a component lazily, and draws it at once where it is loaded; `waiting` is drawn until then. React.lazy shows its fallback
 * for a moment even then, and keeps it for 300 ms (React, `FALLBACK_THROTTLE_MS`).
 */
export function deferred<P extends object>(
  bring: () => Promise<ComponentType<P>>,
  waiting: ReactNode = null,
): Deferred<P> {
  let state: { part: ComponentType<P> } | 'absent' | 'coming' | 'failed' = 'absent';
  const listeners = new Set<() => void>();
  let coming: Promise<void> = Promise.resolve();

  function become(next: typeof state): void {
    state = next;
    for (const listener of [...listeners]) listener();
  }

  function load(): Promise<void> {
    if (state !== 'absent') return coming;
    coming = bring().then(
      (part) => become({ part }),
      () => become('failed'),
    );
    become('coming');
    return coming;
  }

  function subscribe(listener: () => void): () => void {
    listeners.add(listener);
    if (state === 'absent') void load();
    return () => listeners.delete(listener);
  }

  function Part(props: P): ReactNode {
    const now = useSyncExternalStore(subscribe, () => state);
    if (typeof now === 'object') return <now.part {...props} />;
    if (now !== 'failed') return waiting;
    // A second try would find the first one's end: the browser keeps it for the life of the page.
    return (
      <Notice tone="danger" alert>
        {appWords.partFailed}
      </Notice>
    );
  }
  return Object.assign(Part, { load });
}
