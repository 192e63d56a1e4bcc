/** The roots that a profile trusts for a server (docs/profile-and-headless.md, section 1, `trust`). */
import { X509Certificate } from 'node:crypto';

/** `system`: the roots of the operating system and Node; a list: only these PEM certificates, one per string. */
export type TrustRoots = 'system' | string[];

const BLOCK = /-----BEGIN ([A-Z0-9 ]+)-----[\s\S]*?-----END \1-----/g;
const MAX_CERTIFICATES = 100;

/**
 * Reads a `trust` entry: `system`, one PEM text, or a list of them; a text may contain several certificates. Text around
 * the PEM blocks is dropped.
 *
 * @returns the roots, or what is wrong with the entry, as the end of a sentence that begins with its key.
 */
export function readTrustRoots(entry: string | string[]): { value: TrustRoots } | { problem: string } {
  if (entry === 'system') return { value: 'system' };
  const texts = typeof entry === 'string' ? [entry] : entry;
  if (texts.length === 0) return { problem: 'is an empty list: give PEM certificates or "system"' };
  const tooMany = `holds more than ${MAX_CERTIFICATES} certificates`;
  const roots: string[] = [];
  for (const [index, text] of texts.entries()) {
    const where = typeof entry === 'string' ? '' : `[${index}]`;
    const begun = text.match(/-----BEGIN /g)?.length ?? 0;
    if (begun > MAX_CERTIFICATES) return { problem: `${where} ${tooMany}` };
    const blocks = [...text.matchAll(BLOCK)];
    if (blocks.length === 0 || blocks.length !== begun) {
      return { problem: `${where} is not "system" and holds no whole PEM certificate` };
    }
    for (const [number, [pem, label = '']] of blocks.entries()) {
      const root = readRoot(pem, label);
      if ('problem' in root) {
        return { problem: `${blocks.length > 1 ? `${where}, block ${number + 1},` : where} ${root.problem}` };
      }
      roots.push(root.value);
    }
  }
  return roots.length > MAX_CERTIFICATES ? { problem: tooMany } : { value: [...new Set(roots)] };
}

function readRoot(pem: string, label: string): { value: string } | { problem: string } {
  if (label.includes('PRIVATE KEY')) {
    return { problem: 'holds a private key: only certificates belong here, and that key is to be replaced' };
  }
  if (label !== 'CERTIFICATE' && label !== 'X509 CERTIFICATE') {
    return { problem: 'holds something other than a certificate' };
  }
  try {
    return { value: new X509Certificate(pem).toString() };
  } catch {
    return { problem: "is a PEM certificate that can't be read: it is damaged" };
  }
}
