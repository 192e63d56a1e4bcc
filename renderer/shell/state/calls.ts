/** What stores and components share that call the bridge. */
import { useState } from 'react';
import { asUiFailure, type UiFailure } from './bridge.ts';

/** What a store's state tells of its calls. `B` names the call that runs, where it is not only true or false. */
interface Calls<B> {
  busy: B;
  failure: UiFailure | null;
}

/**
 * Runs a store's calls one at a time, `busy` meanwhile; what one throws is in `failure` until the next begins. Resolves to the
 * call's answer, or to null where it failed or another one runs.
 */
export function oneAtATime<B>(set: (patch: Partial<Calls<B>>) => void, get: () => Calls<B>) {
  return async <T>(busy: NonNullable<B>, call: () => Promise<T>): Promise<T | null> => {
    const idle = get().busy;
    if (idle) return null;
    set({ busy, failure: null });
    try {
      return await call();
    } catch (error) {
      set({ failure: asUiFailure(error) });
      return null;
    } finally {
      set({ busy: idle });
    }
  };
}

/** Begins a question at each call; its answer tells whether no later one has begun. */
export function latestOnly(): () => () => boolean {
  let last = 0;
  return () => {
    last += 1;
    const mine = last;
    return () => mine === last;
  };
}

/** Takes every value that `listen` hears, and what `read` answers unless one was heard before; the answer stops listening. */
export function follow<T>(
  listen: (listener: (value: T) => void) => () => void,
  read: () => Promise<T>,
  take: (value: T) => void,
  failed: (failure: UiFailure) => void = () => {},
): () => void {
  let heard = false;
  const stop = listen((value) => {
    heard = true;
    take(value);
  });
  read().then(
    (value) => {
      if (!heard) take(value);
    },
    (error: unknown) => failed(asUiFailure(error)),
  );
  return stop;
}

/** A call that a component makes itself: whether it runs, and the result of the last one. `run` never rejects. */
export function useCall<A extends unknown[], T>(call: (...args: A) => Promise<T>) {
  const idle = { busy: false, answer: null as T | null, failure: null as UiFailure | null };
  const [state, setState] = useState(idle);
  async function run(...args: A): Promise<void> {
    setState({ ...idle, busy: true });
    try {
      setState({ ...idle, answer: await call(...args) });
    } catch (error) {
      setState({ ...idle, failure: asUiFailure(error) });
    }
  }
  return { ...state, run };
}
