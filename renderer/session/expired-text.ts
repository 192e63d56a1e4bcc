import type { IdentityState } from '../../preload/contract.ts';

/** What to say before any call with a certificate that has expired; null where it has not, or none is in use. */
export function expiredText(identity: IdentityState | null): string | null {
  if (identity?.state !== 'usable' || identity.identity.expiry.level !== 'expired') return null;
  return identity.identity.expiry.message;
}
