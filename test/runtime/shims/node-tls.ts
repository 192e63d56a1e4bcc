/** `node:tls` with `getCACertificates` (Node 22.15): Node's own roots, and the system's from where Debian keeps them. */
import { readFileSync } from 'node:fs';
import tls, { rootCertificates } from 'node:tls';
import { shim } from './marker.ts';

shim('tripkit-shim:node-tls');

export * from 'node:tls';
export default tls;

const SYSTEM_ROOTS = '/etc/ssl/certs/ca-certificates.crt';

export function getCACertificates(
  type: 'default' | 'system' | 'bundled' | 'extra' = 'default',
): readonly string[] {
  if (type === 'default' || type === 'bundled') return rootCertificates;
  if (type !== 'system') return [];
  try {
    const text = readFileSync(SYSTEM_ROOTS, 'utf8');
    return text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----\n?/g) ?? [];
  } catch {
    return [];
  }
}
