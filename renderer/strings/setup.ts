/** Words of set-up: profiles, certificates, presets, the test of the connection. */
import type { DiagnosisStep, IdentityState, PresetField } from '../../preload/contract.ts';

/** Words of the library's page before the first set-up. */
export const firstSteps = {
  title: 'Set up Trip Kit Desktop',
  both: 'Two files from your airline are needed before you can request trip kits: the service profile, and your certificate with its passphrase.',
  identity: (profile: string) =>
    `${profile} is set up. Your certificate with its passphrase is needed before you can request trip kits.`,
  open: 'Open set-up…',
  drop: 'or drop the files here',
};

export const setup = {
  title: 'Set-up',
  welcome: 'Two files from your airline, then you can request trip kits.',
  settled: 'Profiles, certificates, and the way to the service.',
  powers: 'Start and record',
  readFailed: (reason: string) => `The profile and the certificate could not be read. ${reason}`,
  profileStep: 'Service profile',
  profileIntro: 'A JSON file from your airline’s IT. It says which service to call and for which company.',
  chooseProfile: 'Choose profile file…',
  changeProfile: 'Add another profile…',
  removeProfile: 'Remove profile…',
  removeProfileTitle: 'Remove this profile?',
  removeProfileText: (name: string) =>
    `${name}: the profile and its certificate are taken off this laptop. Kits that are here stay readable.`,
  company: (name: string, code: string) => `${name} (${code})`,
  companyLabel: 'Company',
  authHost: 'Sign-in server',
  apiHost: 'Service',
  identityStep: 'Client certificate',
  identityIntro: 'A .p12 or .pfx file with your key and certificate, and its passphrase.',
  chooseIdentity: 'Choose .p12 or .pfx file…',
  changeIdentity: 'Choose another certificate…',
  anotherFile: 'Choose another file…',
  removeIdentity: 'Remove certificate',
  chosen: (file: string) => `Chosen: ${file}`,
  passphrase: 'Passphrase',
  import: 'Open certificate',
  importing: 'Opening…',
  cannotStore: 'This laptop can’t keep the certificate safely.',
  typeAtStart: 'Don’t save; ask at each start',
  typeAtStartNeeded: 'Tick the box below to continue without saving it.',
  notStored: 'Not stored on this laptop: it is needed again after the next start.',
  stored: 'Stored on this laptop, sealed by the system keychain.',
  locked: 'The certificate is locked',
  unlockHint:
    'Choose the certificate file again and type its passphrase. Kits on this laptop open without it.',
  profileFirst: 'Choose the service profile first.',
  done: 'Request a trip kit',
  subject: 'Subject',
  issuer: 'Issuer',
  serial: 'Serial number',
  sha256: 'SHA-256 fingerprint',
  validity: 'Valid (UTC)',
  validRange: (from: string, to: string) => `${from} to ${to}`,
  notYet: (when: string) =>
    `This certificate is valid only from ${when}. Check this laptop’s clock, or wait.`,
  key: 'Key',
  chain: 'Certificates in the file',
  stepDone: 'done',
  identityBanner: {
    none: 'No client certificate yet: new kits can’t be requested. Kits on this laptop open as always.',
    locked: (reason: string) => `${reason} Kits on this laptop open as always.`,
  },
  loadFailed: (reason: string) =>
    `The profile and the certificate could not be read, so new kits can’t be requested. ${reason} Kits on this laptop open as always.`,
  unlock: 'Unlock…',
  setUp: 'Set up…',
  dropProfile: 'or drop the file here',
  dropIdentity: 'or drop the file here',
  dropAuthority: 'or drop the file here',
  tooLarge: (file: string) =>
    `${file} is larger than 1 MB, so it is not the file that is meant. Choose the one from your airline.`,
  unreadable: (file: string) => `${file} could not be read. Try again, or choose it with the button.`,
  managed: 'Managed',
  managedText: 'Set for this computer by your administrators: it can’t be changed or removed here.',
  managedOnly:
    'Your administrators allow no other profiles on this computer. Ask your IT if you need another one.',
  active: 'Active for new requests',
  profilesLegend: 'Profile for new requests',
  certificateState: {
    none: 'No certificate',
    locked: 'Certificate locked',
    refused: 'Certificate not allowed',
    usable: 'Certificate ready',
    computer: 'Certificate of this computer',
  } satisfies Record<IdentityState['state'] | 'computer', string>,
  expiryShort: (days: number) =>
    days < 0
      ? 'Certificate expired'
      : days === 0
        ? 'Certificate ends today'
        : `Certificate ends in ${days} d`,
  replaceNote: 'The certificate that is in use stays until the new one is open.',
  several: 'This file holds several certificates with their keys. Choose the one for this profile.',
  severalLegend: 'Certificate',
  useThis: 'Use this certificate',
  chooseOne: 'Choose one of them first.',
  removeIdentityTitle: 'Remove this certificate?',
  removeIdentityText: (subject: string) =>
    `${subject}: the certificate and its key are taken off this laptop. To request kits again, its file and passphrase are needed. Kits that are here stay readable.`,
  tryAgain: 'Try to unlock again',
  chainComplete: (count: number) => `Complete up to its root, ${count} in the file`,
  chainIncomplete: (count: number) =>
    `Not complete, ${count} in the file. If the service refuses it, ask your airline’s IT for a file with the whole chain.`,
  chainUnknown: (count: number) => `${count} in the file`,
  usage: 'Extended key usage',
  usageAny: 'Not restricted',
  usageNoClient:
    'This certificate is not made for signing in (no clientAuth in its extended key usage). The service will most likely refuse it: ask your airline’s IT.',
  preset: {
    button: 'Start from a preset…',
    title: 'Start from a preset',
    intro: 'Without a profile file: the servers are known, the rest is in your onboarding papers.',
    legend: 'Service',
    note: (source: string) => `${source.charAt(0).toUpperCase()}${source.slice(1)}.`,
    hosts: (hosts: readonly string[]) => hosts.join(', '),
    fields: {
      name: 'Name of the profile',
      company_code: 'Company code',
      company_name: 'Company name',
      client_id: 'client_id',
      authority: 'Operator’s CA',
    } satisfies Record<PresetField, string>,
    hints: {
      name: 'For example Demo Air (training)',
      company_code: 'As in your onboarding papers',
      company_name: 'The airline’s name, as the service knows it',
      client_id: 'OAuth client_id',
      authority: 'The certificate of the authority of the sign-in server: PEM or DER',
    } satisfies Record<PresetField, string>,
    missing: (names: readonly string[]) => `Still missing: ${names.join(', ')}.`,
    complete: 'Complete.',
    checks: 'What the guide leaves open',
    chooseAuthority: 'Choose CA file…',
    authority: (subject: string, until: string) => `${subject}, valid to ${until}`,
    create: 'Create profile',
    creating: 'Creating…',
  },
  connection: {
    step: 'Connection',
    intro: 'Signs in to the service step by step, and says what fails. No kit is requested.',
    test: 'Test connection',
    again: 'Test again',
    running: 'Testing the connection. On a bad network this takes up to a minute; you may go on meanwhile.',
    cancel: 'Stop waiting',
    steps: 'Steps of the test',
    details: 'Each step',
    results: { passed: 'Passed', failed: 'Failed', skipped: 'Skipped' } satisfies Record<
      DiagnosisStep['ok'],
      string
    >,
    names: {
      proxy_settings: 'Proxy settings',
      dns: 'Name (DNS)',
      tcp: 'Connection (TCP)',
      proxy: 'Proxy',
      tls: 'Server certificate',
      client_certificate: 'Client certificate',
      authenticate: 'Access token',
      get_pdf: 'Answer to our token',
      storage: 'Document storage',
    } as Readonly<Record<string, string>>,
    servers: { auth: 'sign-in server', api: 'service', storage: 'storage' } as Readonly<
      Record<string, string>
    >,
    chain: 'Certificates that the server showed',
    issuedBy: (issuer: string) => `issued by ${issuer}`,
    needsIdentity: 'Open the client certificate first.',
  },
};
