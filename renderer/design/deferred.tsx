import { type ComponentType, type ReactNode, useSyncExternalStore } from 'react';
import { strings } from '../strings/strings.ts';
import { Notice } from './notice.tsx';

/** A part of the window whose code comes when it is first shown, or before: with `load`, while the window is at rest. */
export interface Deferred<P> {
  (props: P): ReactNode;
  /** Brings the code. Never rejects: where it fails, the part says so when it is shown. */
  load(): Promise<void>;
}

/**
 * Defers a part. Not React.lazy: that shows its fallback for a moment even where the code is there already, and keeps one
 * that was shown for 300 ms (React, `FALLBACK_THROTTLE_MS`). Here a part that is there is drawn at once.
 *
 * @param waiting stands in its place until the code is there
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
        {strings.app.partFailed}
      </Notice>
    );
  }
  return Object.assign(Part, { load });
}
