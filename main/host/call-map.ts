/** Types of handlers and events, derived from the contract, and the proof that both layers mean the same by a failure. */
import type { z } from 'zod';
import type {
  Calls,
  ErrorKind as ContractErrorKind,
  Failure as ContractFailure,
  Events,
} from '../../preload/contract.ts';
import type { SetupCalls, SetupEvents } from '../../preload/setup-contract.ts';
import type { ErrorKind, Failure } from '../common/failure.ts';

type Values<A> = A extends z.ZodType<infer V extends unknown[]> ? V : never;

/** What a handler answers: nothing, where the contract's answer is always null. */
type Answer<R extends z.ZodType> = [z.input<R>] extends [null]
  ? void | Promise<void>
  : z.input<R> | Promise<z.input<R>>;

type Handlers<C> = {
  [N in keyof C]: C[N] extends { args: infer A; result: infer R extends z.ZodType }
    ? (...args: Values<A>) => Answer<R>
    : never;
};

/** The handlers of one domain of the library's contract; what they throw becomes the Result's error. */
export type DomainCalls<D extends keyof Calls> = Handlers<Calls[D]>;
/** The same of set-up's contract. */
export type SetupDomainCalls<D extends keyof SetupCalls> = Handlers<SetupCalls[D]>;

/** The handlers of the library's whole contract. */
export type CallMap = { [D in keyof Calls]: DomainCalls<D> };
/** The handlers of set-up's whole contract. */
export type SetupCallMap = { [D in keyof SetupCalls]: SetupDomainCalls<D> };

/** Every event of a contract as its channel and its payload. */
type MessageOf<E> = {
  [D in keyof E & string]: {
    [N in keyof E[D] & string]: E[D][N] extends z.ZodType
      ? [channel: `${D}.${N}`, payload: z.infer<E[D][N]>]
      : never;
  }[keyof E[D] & string];
}[keyof E & string];
export type EventMessage = MessageOf<Events>;
/** The channel is without its prefix. */
export type SetupEventMessage = MessageOf<SetupEvents>;

/** Sends an event of the library's contract to its window. */
export type SendEvent = (...message: EventMessage) => void;
/** The same of set-up's contract. */
export type SendSetupEvent = (...message: SetupEventMessage) => void;

type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : never) : never;

/** Does not compile unless main/common/failure.ts and preload/contract.ts name the same kinds and shape. */
export const failuresAgree: {
  kinds: Same<ErrorKind, ContractErrorKind>;
  shape: Same<keyof Failure, keyof ContractFailure>;
} = { kinds: true, shape: true };
