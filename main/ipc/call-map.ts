/** Types of handlers and events, derived from the contract, and the proof that both layers mean the same by a failure. */
import type { z } from 'zod';
import type {
  Calls,
  ErrorKind as ContractErrorKind,
  Failure as ContractFailure,
  Events,
} from '../../preload/contract.ts';
import type { ErrorKind, Failure } from '../common/failure.ts';

type Values<A> = A extends z.ZodType<infer V extends unknown[]> ? V : never;

/** What a handler answers: nothing, where the contract's answer is always null. */
type Answer<R extends z.ZodType> = [z.input<R>] extends [null]
  ? void | Promise<void>
  : z.input<R> | Promise<z.input<R>>;

/** The handlers of one domain of the contract; what they throw becomes the Result's error. */
export type DomainCalls<D extends keyof Calls> = {
  [N in keyof Calls[D]]: Calls[D][N] extends { args: infer A; result: infer R extends z.ZodType }
    ? (...args: Values<A>) => Answer<R>
    : never;
};

/** The handlers of the whole contract. */
export type CallMap = { [D in keyof Calls]: DomainCalls<D> };

/** Every event of the contract as its channel and its payload. */
export type EventMessage = {
  [D in keyof Events & string]: {
    [N in keyof Events[D] & string]: Events[D][N] extends z.ZodType
      ? [channel: `${D}.${N}`, payload: z.infer<Events[D][N]>]
      : never;
  }[keyof Events[D] & string];
}[keyof Events & string];

/** Sends an event of the contract to the window. */
export type SendEvent = (...message: EventMessage) => void;

type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : never) : never;

/** Does not compile unless main/common/failure.ts and preload/contract.ts name the same kinds and shape. */
export const failuresAgree: {
  kinds: Same<ErrorKind, ContractErrorKind>;
  shape: Same<keyof Failure, keyof ContractFailure>;
} = { kinds: true, shape: true };
