/** Certificate files: PKCS#12, opened here and in its own thread, and the operator's CA. */
import { readFileSync } from 'node:fs';
import { openAside } from '../../../main/identity/open-aside.ts';
import { openPkcs12 } from '../../../main/identity/pkcs12.ts';
import { readAuthorities } from '../../../main/profile/authority-file.ts';
import { defineTarget } from '../define-target.ts';
import { bytes } from '../mutators/bytes.ts';
import { mutateDer } from '../mutators/der.ts';

const fixture = (name: string) => readFileSync(new URL(`../../identity/fixtures/${name}`, import.meta.url));
/** Those that need no passphrase come first: what is changed in them is read, not refused for its check sum. */
const FILES = [
  ...[
    'rsa-plain.p12',
    'key-only.p12',
    'rsa-nomac.p12',
    'certificates-only.p12',
    'ec-p256-aes256.p12',
    'two-keys.p12',
  ],
  ...[
    'rsa-3des.p12',
    'rsa-rc2-40.p12',
    'rsa-odd-chain.p12',
    'rsa-ber.p12',
    'rsa-empty-pass.p12',
    'truncated.p12',
  ],
  ...['certificates.p7b', 'certificate.der', 'encrypted-key.der'],
].map(fixture);
const PASSPHRASES = ['', 'correct horse'];

export const targets = [
  defineTarget({
    name: 'pkcs12',
    domain: bytes(mutateDer),
    seeds: () => FILES,
    run: (input) => {
      const refusals = PASSPHRASES.map((passphrase) => refusalOf(() => openPkcs12(input, passphrase)));
      for (const refusal of refusals) if (refusal) throw refusal;
    },
    // It is opened in a thread of its own, by two passphrases here; 8 million rounds of key derivation are allowed.
    limits: { cpu_ms: 20_000 },
    cost: 20,
  }),
  defineTarget({
    name: 'pkcs12-aside',
    domain: bytes(mutateDer),
    seeds: () => FILES,
    run: (input) => openAside({ bytes: input, passphrase: 'correct horse' }),
    // Starting a thread is most of it: changed files are what the target above reads.
    limits: { cpu_ms: 200, memory_mb: 400 },
    cost: 500,
  }),
  defineTarget({
    name: 'authority-file',
    domain: bytes(mutateDer),
    seeds: () =>
      ['certificate.der', 'certificate.pem', 'key-and-certificate.pem', 'certificates.p7b'].map(fixture),
    // As large as the contract lets a dropped file be.
    run: (input) => readAuthorities(input.subarray(0, 1024 ** 2)),
    cost: 4,
  }),
];

/** What was thrown; a crash of one passphrase must not hide behind the refusal of another. */
function refusalOf(work: () => unknown): Error | null {
  try {
    work();
    return null;
  } catch (error) {
    if (error instanceof Error && error.name === 'TripKitError') return error;
    throw error;
  }
}
