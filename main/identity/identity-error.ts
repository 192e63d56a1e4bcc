import { TripKitError } from '../common/errors.ts';

/** Stable names for problems with a client identity (TripKitError.condition of kind `identity`). */
export type IdentityCondition =
  | 'empty'
  | 'too_large'
  | 'too_costly'
  | 'too_many'
  | 'not_pkcs12'
  | 'truncated'
  | 'damaged'
  | 'unsupported'
  | 'wrong_passphrase'
  | 'no_key'
  | 'no_certificate'
  | 'several_keys'
  | 'unknown_choice'
  | 'expired'
  | 'not_yet_valid'
  | 'none'
  | 'locked'
  | 'cannot_store'
  | 'not_allowed'
  | 'unfit'
  | 'given_up';

/** A TripKitError of kind `identity`. `cause` is for logs only and never contains decrypted material. */
export function identityError(condition: IdentityCondition, message: string, cause?: unknown): TripKitError {
  return new TripKitError('identity', message, cause === undefined ? { condition } : { condition, cause });
}
