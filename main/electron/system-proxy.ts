/** The proxy settings of the operating system, PAC scripts and WPAD included, as Chromium reads them. */
import type { Session } from 'electron';

/**
 * A ProxyFinder (main/service/proxy.ts) over Electron's `session.resolveProxy`, which answers in the syntax of PAC
 * (Electron docs, session). No page's request is involved, so the session's guards don't stand in its way. Chromium
 * drops credentials from proxy settings, so none come from here.
 */
export function systemProxies(session: Pick<Session, 'resolveProxy'>): (url: string) => Promise<string> {
  return (url) => session.resolveProxy(url);
}
