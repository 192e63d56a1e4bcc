/** What both contracts are made of: a call with its schemas, and the type of the bridge that follows from them. */
import { z } from 'zod';
import type { Result } from './common.ts';

type CallArgs<A extends z.ZodType[]> = { [I in keyof A]: z.infer<A[I]> };

/** A call: the schemas of its arguments and of its answer. */
export function call<A extends z.ZodType[], R extends z.ZodType>(args: [...A], result: R) {
  return { args: z.tuple(args as unknown as [z.ZodType]) as unknown as z.ZodType<CallArgs<A>>, result };
}

/** The bridge of a contract: the calls as functions by domain, and `on` for the events of a domain. */
export type BridgeOf<C, E> = {
  [D in keyof C]: {
    [N in keyof C[D]]: C[D][N] extends { args: infer A; result: infer R }
      ? A extends z.ZodType<infer AV extends unknown[]>
        ? R extends z.ZodType
          ? (...args: AV) => Promise<Result<z.infer<R>>>
          : never
        : never
      : never;
  };
} & {
  [D in keyof E]: {
    /** Calls `listener` at every event of that name. Returns a function that unsubscribes. */
    on<N extends keyof E[D] & string>(
      name: N,
      listener: (payload: E[D][N] extends z.ZodType ? z.infer<E[D][N]> : never) => void,
    ): () => void;
  };
};
