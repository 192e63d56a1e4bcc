import { getCACertificates } from 'node:tls';

let systemRoots: string[] | undefined;

/**
 * The authorities that may have issued a server's certificate, for the `ca` option of node:tls.
 *
 * `"system"` means the operating system's roots and Node's own (profile-and-headless.md, `trust`); a list of PEM
 * certificates means only these.
 */
export function trustedAuthorities(trust: 'system' | readonly string[]): string[] {
  if (trust !== 'system') return [...trust];
  systemRoots ??= [
    ...new Set([
      ...getCACertificates('bundled'),
      ...getCACertificates('system'),
      ...getCACertificates('extra'),
    ]),
  ];
  return systemRoots;
}
