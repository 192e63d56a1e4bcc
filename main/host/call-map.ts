/** Types of handlers and events, derived from the contract. */
import type { z } from 'zod';
import type { Calls, Events } from '../../preload/contract.ts';
import type { SetupCalls, SetupEvents } from '../../preload/setup-contract.ts';

type Values<A> = A extends z.ZodType<infer V extends unknown[]> ? V : never;

/** A handler's result: void if the contract's result is always null. */
type Answer<R extends z.ZodType> = [z.input<R>] extends [null]
  ? void | Promise<void>
  : z.input<R> | Promise<z.input<R>>;

type Handlers<C> = {
  [N in keyof C]: C[N] extends { args: infer A; result: infer R extends z.ZodType }
    ? (...args: Values<A>) => Answer<R>
    : never;
};

/** The handlers of one domain of the library's contract; an error that they throw becomes the Result's error. */
export type DomainCalls<D extends keyof Calls> = Handlers<Calls[D]>;
/** The handlers of one domain of set-up's contract. */
export type SetupDomainCalls<D extends keyof SetupCalls> = Handlers<SetupCalls[D]>;

/** All handlers of the library's contract. */
export type CallMap = { [D in keyof Calls]: DomainCalls<D> };
/** All handlers of set-up's contract. */
export type SetupCallMap = { [D in keyof SetupCalls]: SetupDomainCalls<D> };

/** All events of a contract, each as its channel and payload. */
type MessageOf<E> = {
  [D in keyof E & string]: {
    [N in keyof E[D] & string]: E[D][N] extends z.ZodType
      ? [channel: `${D}.${N}`, payload: z.infer<E[D][N]>]
      : never;
  }[keyof E[D] & string];
}[keyof E & string];
export type EventMessage = MessageOf<Events>;
/** The channel, without its prefix. */
export type SetupEventMessage = MessageOf<SetupEvents>;

/** Sends an event of the library's contract to its window. */
export type SendEvent = (...message: EventMessage) => void;
/** Sends an event of set-up's contract to its window. */
export type SendSetupEvent = (...message: SetupEventMessage) => void;
