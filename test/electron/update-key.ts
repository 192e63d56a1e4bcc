/** The key that signs updates in tests: no secret, so that the app is packed with it before a test runs. */
import { createPrivateKey } from 'node:crypto';

/** What stands before the 32 bytes of a private key of Ed25519 (RFC 8410, section 7). */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex');

export const updateKey = createPrivateKey({
  key: Buffer.concat([PKCS8, Buffer.alloc(32, 'no secret')]),
  format: 'der',
  type: 'pkcs8',
});
