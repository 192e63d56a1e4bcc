/** Words that every screen says. */
import type { ErrorKind } from '../../preload/contract.ts';

export const appWords = {
  name: 'Trip Kit Desktop',
  loading: 'Opening your library…',
  opening: 'One moment…',
  partFailed: 'This part of the app could not be loaded. Restart the app; if it happens again, reinstall it.',
  skipToContent: 'Skip to content',
  cannotStart: 'Trip Kit Desktop could not open its library',
  tryAgain: 'Try again',
  singleKeysOff:
    'Single-key shortcuts are off in Settings: a letter, digit or sign alone does nothing except in fields.',
  arrow: '→',
  dismiss: 'Dismiss',
  cancel: 'Cancel',
  close: 'Close',
  searchAll: 'Search all kits',
} as const;

export const themeWords = {
  label: (name: string) => `Theme: ${name}`,
  names: { system: 'system', day: 'day', night: 'night' },
} as const;

export const failureWords = {
  unexpected: 'Something went wrong inside the app. Try again; if it happens again, restart the app.',
  noAnswer: 'The app did not answer in time. Try again; if it happens again, restart the app.',
  noBridge: 'This page is part of Trip Kit Desktop and only works inside it. Start the app instead.',
  kinds: {
    config: 'Set-up or input',
    identity: 'Client certificate',
    authentication: 'Sign-in refused',
    rejected: 'Request refused',
    not_found: 'Not known to the service',
    service: 'Service error',
    network: 'No connection',
    deadline: 'Took too long',
    document: 'Damaged document',
    disk: 'Could not write to disk',
    app: 'App error',
  } satisfies Record<ErrorKind | 'app', string>,
} as const;

/** `1 kit`, `2 kits`: a count with its word. */
export function plural(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}
