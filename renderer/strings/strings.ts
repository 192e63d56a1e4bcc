/**
 * Every English string that a person sees is in this folder, ready for translation: here what the first sight of the library needs,
 * in files of their own what comes with a later screen. Functions where a sentence holds a value, so that a translation may
 * put it where its grammar wants it.
 */

import { recordKindWords } from '../../main/record/rules/record-kinds.ts';
import type { ErrorKind, IdentityState } from '../../preload/contract.ts';
import { batch } from './batch.ts';
import { changes } from './changes.ts';
import { charts } from './charts.ts';
import { cockpit } from './cockpit.ts';
import { handOver } from './hand-over.ts';
import { airac, connection, kit, messages, states } from './kit.ts';
import { library } from './library.ts';
import { marks } from './marks.ts';
import { opening } from './opening.ts';
import { ready } from './ready.ts';
import { removal } from './removal.ts';
import { airports, request, track } from './request.ts';
import { notices, settings } from './settings.ts';
import { firstSteps, setup } from './setup.ts';
import { times } from './times.ts';
import { trust } from './trust.ts';
import { viewer } from './viewer.ts';
import { workspace } from './workspace.ts';

export const strings = {
  opening,
  times,
  app: {
    name: 'Trip Kit Desktop',
    loading: 'Opening your library…',
    opening: 'One moment…',
    partFailed:
      'This part of the app could not be loaded. Restart the app; if it happens again, reinstall it.',
    skipToContent: 'Skip to content',
    cannotStart: 'Trip Kit Desktop could not open its library',
    tryAgain: 'Try again',
    arrow: '→',
    dismiss: 'Dismiss',
    cancel: 'Cancel',
    close: 'Close',
    searchAll: 'Search all kits',
  },
  theme: {
    label: (name: string) => `Theme: ${name}`,
    names: { system: 'system', day: 'day', night: 'night' },
  },
  failure: {
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
  },
  airac,
  connection,
  states,
  messages,
  kit,
  library,
  airports,
  batch,
  changes,
  ready,
  recordKinds: recordKindWords,
  removal,
  request,
  track,
  firstSteps,
  setup,
  settings,
  notices,
  profileMenu: {
    label: (name: string) => `Profile: ${name}`,
    none: 'No profile',
    title: 'Profile',
    manage: 'Profile and certificate…',
    settings: 'Settings',
    help: 'Help',
    record: 'Activity record',
    diagnostics: 'Save diagnostics…',
    active: 'Active for new requests',
    certificate: 'Certificate',
    states: {
      none: 'none',
      locked: 'locked',
      refused: 'not allowed',
      usable: 'ready',
      computer: 'of this computer',
      expired: 'expired',
    } satisfies Record<IdentityState['state'] | 'computer' | 'expired', string>,
    version: (version: string, host: string) => `Version ${version} (${host})`,
  },
  viewer,
  charts,
  cockpit,
  workspace,
  marks,
  trust,
  handOver,
} as const;
