/** Helpers for stores and components that call the bridge. */
import { useEffect, useState } from 'react';
import { asUiFailure, type UiFailure } from './bridge.ts';

/** The state of a store's calls. `B`: names of the calls, if `busy` says which one runs. */
interface Calls<B> {
  busy: B;
  failure: UiFailure | null;
}

/**
 * Runs a store's calls one at a time. Sets `busy` meanwhile, and `failure` to what a call throws until the next one begins.
 * Resolves to the call's answer, or to null if it failed or another call runs.
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

/** Returns a function that begins a request; the result of that says whether no later request has begun. */
export function latestOnly(): () => () => boolean {
  let last = 0;
  return () => {
    last += 1;
    const mine = last;
    return () => mine === last;
  };
}

/** Takes every value from `listen`, and the one from `read` unless `listen` was first. Returns a function that stops listening. */
export function follow<T>(
  listen: (listener: (value: T) => void) => () => void,
  read: () => Promise<T>,
  take: (value: T) => void,
  failed: (failure: UiFailure) => void = () => {},
): () => void {
  let received = false;
  const stop = listen((value) => {
    received = true;
    take(value);
  });
  read().then(
    (value) => {
      if (!received) take(value);
    },
    (error: unknown) => failed(asUiFailure(error)),
  );
  return stop;
}

/** A call that a component makes: whether it runs, and the result of the last one. `run` never rejects. */
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

/**
 * The answer of `read`, which is called when a component appears and whenever one of `keys` changes: undefined until it is there, null if
 * it failed.
 */
export function useRead<T>(read: () => Promise<T>, ...keys: readonly unknown[]): T | null | undefined {
  const [answer, setAnswer] = useState<T | null>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the keys say what is read
  useEffect(() => {
    let here = true;
    setAnswer(undefined);
    read().then(
      (value) => here && setAnswer(value),
      () => here && setAnswer(null),
    );
    return () => {
      here = false;
    };
  }, [...keys]);
  return answer;
}
