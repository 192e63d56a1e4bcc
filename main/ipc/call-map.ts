/** Types of the handlers, derived from the contract, and the proof that both layers mean the same by a failure. */
import type { z } from 'zod';
import type {
  Calls,
  ErrorKind as ContractErrorKind,
  Failure as ContractFailure,
} from '../../preload/contract.ts';
import type { ErrorKind, Failure } from '../common/failure.ts';

type Values<A> = A extends z.ZodType<infer V extends unknown[]> ? V : never;

/** The handlers of one domain of the contract: plain functions; what they throw becomes the Result's error. */
export type DomainCalls<D extends keyof Calls> = {
  [N in keyof Calls[D]]: Calls[D][N] extends { args: infer A; result: infer R extends z.ZodType }
    ? (...args: Values<A>) => z.input<R> | Promise<z.input<R>>
    : never;
};

/** The handlers of the whole contract. */
export type CallMap = { [D in keyof Calls]: DomainCalls<D> };

type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : never) : never;

/** Does not compile unless main/common/failure.ts and preload/contract.ts name the same kinds and shape. */
export const failuresAgree: {
  kinds: Same<ErrorKind, ContractErrorKind>;
  shape: Same<keyof Failure, keyof ContractFailure>;
} = { kinds: true, shape: true };
