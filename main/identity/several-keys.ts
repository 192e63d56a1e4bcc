/** A separate file, so the error can be recognised without loading the code that opens PKCS#12 files. */
import { TripKitError } from '../common/errors.ts';

/** One of several identities in a file. Public facts only. */
export interface IdentityChoice {
  /** SHA-256 fingerprint of the certificate, as in CertificateFacts. */
  sha256: string;
  subject: string;
  /** Hex; null if the file has none. */
  local_key_id: string | null;
}

/** Condition `several_keys`: the file has more than one identity, and none was chosen. */
export class SeveralKeysError extends TripKitError {
  readonly choices: readonly IdentityChoice[];

  constructor(choices: readonly IdentityChoice[]) {
    const listed = choices
      .slice(0, 5)
      .map(({ subject, sha256 }) => `${subject} (SHA-256 ${sha256.slice(0, 23)}…)`)
      .join('; ');
    super(
      'identity',
      `This file holds ${choices.length} keys with certificates: ${listed}. Choose one of them, or ask your IT for a file with one key.`,
      { condition: 'several_keys' },
    );
    this.choices = choices;
  }
}
