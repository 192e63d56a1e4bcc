/**
 * Opens an age file with the system's cryptography alone: an implementation of C2SP age.md (age-encryption.org/v1) of the
 * tests' own, so that a file is what the standard says, not what one library writes and reads.
 */
import { createDecipheriv, createHmac, hkdfSync, scryptSync } from 'node:crypto';

const CHUNK = 64 * 1024;
const TAG = 16;

/** The content of a file that is encrypted to a passphrase. @throws where anything of it is not authentic */
export function openAge(file: Buffer, passphrase: string): Buffer {
  const header = /^age-encryption\.org\/v1\n-> scrypt (\S+) (\d+)\n(\S+)\n--- (\S+)\n/.exec(
    file.toString('latin1'),
  );
  if (!header) throw new Error('no header');
  const [whole, salt = '', logN = '', body = '', mac = ''] = header;
  const key = scryptSync(
    passphrase,
    Buffer.concat([Buffer.from('age-encryption.org/v1/scrypt'), Buffer.from(salt, 'base64')]),
    32,
    { N: 2 ** Number(logN), r: 8, p: 1, maxmem: 2 ** 30 },
  );
  const fileKey = decipher(key, Buffer.alloc(12), Buffer.from(body, 'base64'));
  const macKey = Buffer.from(hkdfSync('sha256', fileKey, '', 'header', 32));
  const covered = whole.slice(0, whole.indexOf('---') + 3);
  const own = createHmac('sha256', macKey).update(covered, 'latin1').digest('base64').replace(/=+$/, '');
  if (own !== mac) throw new Error('header changed');
  const payload = file.subarray(whole.length);
  const streamKey = Buffer.from(hkdfSync('sha256', fileKey, payload.subarray(0, 16), 'payload', 32));
  const chunks: Buffer[] = [];
  for (let at = 16, n = 0; at < payload.length; n += 1) {
    const chunk = payload.subarray(at, at + CHUNK + TAG);
    at += chunk.length;
    const nonce = Buffer.alloc(12);
    nonce.writeUInt32BE(n, 7);
    nonce[11] = at >= payload.length ? 1 : 0;
    chunks.push(decipher(streamKey, nonce, chunk));
  }
  return Buffer.concat(chunks);
}

function decipher(key: Buffer, nonce: Buffer, sealed: Buffer): Buffer {
  const open = createDecipheriv('chacha20-poly1305', key, nonce, { authTagLength: TAG });
  open.setAuthTag(sealed.subarray(sealed.length - TAG));
  return Buffer.concat([open.update(sealed.subarray(0, sealed.length - TAG)), open.final()]);
}
