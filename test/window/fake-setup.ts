/** The fake's profiles, identities, settings, notices and retention; state of its own, the contract's own sentences. */

import type {
  AllowedKinds,
  ChoicesPatch,
  DiagnosticsPreview,
  IdentityState,
  Kit,
  Notice,
  ProfileSummary,
  Result,
  SettingsState,
} from '../../preload/contract.ts';
import { defaultSettings } from '../../preload/contract.ts';
import type { SetupBridge } from '../../preload/setup-contract.ts';
import type { FakeBridge, FakeOptions } from './fake-bridge.ts';
import {
  badDiagnosis,
  computerCandidates,
  demoProfile,
  endingIdentity,
  expiredIdentity,
  goodDiagnosis,
  identity,
  preset,
  productionProfile,
} from './fake-data.ts';

/** Diagnostics with more lines of log than a screen has. */
const diagnosticsPreview: DiagnosticsPreview = {
  id: '6f1f7a0e-52d7-4a35-8a38-3a2f8a0f3f57',
  sections: (['about', 'profiles', 'kits', 'crashes', 'log'] as const).map((part) => ({
    part,
    text:
      part === 'log'
        ? Array.from({ length: 3000 }, (_, n) => `2026-11-21T09:20:00.000Z info line ${n} of the log\n`).join(
            '',
          )
        : `--- ${part} ---\n{ "part": "${part}" }\n`,
    left_out: `--- ${part} ---\nLeft out by the person who saved this file.\n`,
  })),
};

const PASSPHRASE = 'kerosene';

export function ok<T>(value: T): Promise<Result<T>> {
  return Promise.resolve({ ok: true, value });
}
export function no<T>(kind: 'config' | 'identity', message: string): Promise<Result<T>> {
  return Promise.resolve({ ok: false, error: { kind, message } });
}

/** Notes a call, and lets a test make it fail. */
export type Named = <A extends unknown[], T>(
  name: string,
  work: (...args: A) => Promise<Result<T>>,
) => (...args: A) => Promise<Result<T>>;

/** Set-up's bridge, whose calls a test may replace. */
export type FakeSetupBridge = {
  -readonly [D in keyof SetupBridge]: { -readonly [N in keyof SetupBridge[D]]: SetupBridge[D][N] };
};

export interface FakeSetup
  extends Pick<FakeBridge, 'app' | 'settings' | 'profiles' | 'identity' | 'setup' | 'retention'> {
  /** The bridge of set-up's window, on the same state. */
  forSetup: Omit<FakeSetupBridge, 'updates' | 'watch' | 'handOver'>;
  /** Replaces all notices, as an event would. */
  tell(notices: Notice[]): void;
  /** What the system's menus, notifications and links ask for, as an event would. */
  ask(name: 'command' | 'openKit' | 'profiles' | 'settings' | 'place', payload: unknown): void;
  /** What the system's Kit menu offers now. */
  kitMenu(): string[];
  /** The small choices that the page had kept. */
  choices: ChoicesPatch;
}

function listenersByName() {
  const all = new Map<string, Set<(payload: unknown) => void>>();
  return {
    on(name: string, listener: (payload: unknown) => void) {
      const heard = all.get(name) ?? new Set();
      all.set(name, heard.add(listener));
      return () => {
        heard.delete(listener);
      };
    },
    tell(name: string, payload: unknown) {
      for (const listener of all.get(name) ?? []) listener(payload);
    },
  };
}

export function createFakeSetup(
  { scenario, speed }: FakeOptions,
  named: Named,
  kits: { list(): Kit[]; remove(id: string): void },
): FakeSetup {
  const several = scenario === 'fleet' || scenario === 'managed';
  const bare = scenario === 'first' || scenario === 'nostore' || scenario === 'computer-only';
  let profiles: ProfileSummary[] = bare ? [] : several ? [demoProfile, productionProfile] : [demoProfile];
  const shelf = {
    name: 'Demo Air operations',
    where: 'files.example',
    takes_login: true,
    receipts: 'laptop' as const,
  };
  // A laptop without a certificate.
  if (scenario === 'shelf') profiles = [{ ...demoProfile, shelf }];
  const states = new Map<string, IdentityState>();
  if (scenario === 'locked') {
    states.set(demoProfile.id, {
      state: 'locked',
      kind: 'file',
      identity,
      reason: 'The keychain of this laptop is locked.',
    });
  } else if (!bare && scenario !== 'shelf')
    states.set(demoProfile.id, { state: 'usable', kind: 'file', identity, stored: true });
  if (scenario === 'expired') {
    states.set(demoProfile.id, { state: 'usable', kind: 'file', identity: expiredIdentity, stored: true });
  }
  if (several)
    states.set(productionProfile.id, {
      state: 'usable',
      kind: 'file',
      identity: endingIdentity,
      stored: true,
    });
  const stateOf = (id: string): IdentityState => states.get(id) ?? { state: 'none' };
  const allowed: AllowedKinds =
    scenario === 'computer-only' ? 'computer' : scenario === 'managed' ? 'file' : 'any';
  const canKeep = scenario !== 'nostore';
  const files = new Map<string, string>();
  let login: { user: string; stored: boolean } | null = null;
  const chosen = (file_name: string) => {
    const handle = crypto.randomUUID();
    files.set(handle, file_name);
    return { handle, file_name };
  };
  const authority = (file_name: string) => ({
    ...chosen(file_name),
    certificates: [
      {
        subject: 'CN=Operator CA',
        sha256: 'AA:01:9D:31:6F:0C:B4:9A:57:13:E8:24:FD:6B:90:7C',
        valid_to: '2031-01-01T00:00:00.000Z',
      },
    ],
  });
  function add(profile: ProfileSummary) {
    profiles = [...profiles.filter((one) => one.id !== profile.id), profile];
    return ok(profile);
  }

  let notices: Notice[] =
    scenario === 'fleet'
      ? [
          {
            id: 'expiry:production:7',
            severity: 'warning',
            message: `Demo Air (production): ${endingIdentity.expiry.message}`,
          },
          {
            id: 'resumed',
            severity: 'info',
            message: '1 kit goes on where it stopped when the app ended.',
          },
        ]
      : [];
  const asked = listenersByName();
  const heard = new Set<(notices: Notice[]) => void>();
  function tell(next: Notice[]) {
    notices = next;
    for (const listener of heard) listener(notices);
  }

  const settings: SettingsState = {
    values: { ...defaultSettings },
    managed: scenario === 'managed' ? ['keep_days_after_departure', 'theme'] : [],
    allow_other_profiles: scenario !== 'managed',
    forbidden: [],
  };
  const old = (days: number | null) =>
    days === null
      ? []
      : kits
          .list()
          .filter((kit) => !kit.pinned && (kit.state === 'failed' || kit.state === 'cancelled'))
          .map((kit) => ({ id: kit.id, why: `It ${kit.state} more than ${days} days ago.` }));

  const choices: ChoicesPatch = {};
  let kitMenu: string[] = [];
  let dropped: string | null = null;
  const change = (patch: object) => {
    settings.values = { ...settings.values, ...patch } as SettingsState['values'];
    return ok(structuredClone(settings));
  };

  return {
    tell,
    ask: asked.tell,
    kitMenu: () => kitMenu,
    choices,
    app: {
      info: named('app.info', () =>
        ok({ version: '0.1.0', host: 'chromium', platform: 'linux', before: null }),
      ),
      notices: named('app.notices', () => ok(notices)),
      meanwhile: named('app.meanwhile', () =>
        ok({
          summary: settings.values.cockpit
            ? 'In cockpit mode (2 h): 1 kit is on this laptop; 1 message of the app waited.'
            : null,
          notices: settings.values.cockpit
            ? [{ id: 'expiry:demo:7', severity: 'warning', message: 'The certificate ends in 7 days.' }]
            : [],
        }),
      ),
      freeSpace: named('app.freeSpace', () => ok(200_000_000_000)),
      dismissNotice: named('app.dismissNotice', (id) => {
        tell(notices.filter((one) => one.id !== id));
        return ok(null);
      }),
      collectDiagnostics: named('app.collectDiagnostics', () =>
        scenario === 'managed'
          ? no('config', 'Your administrators have turned off diagnostics on this computer.')
          : ok(diagnosticsPreview),
      ),
      dropDiagnostics: named('app.dropDiagnostics', () => ok(null)),
      saveDiagnostics: named('app.saveDiagnostics', (_id, without) =>
        ok(`Trip Kit Desktop diagnostics 2026-11-21 0920, without ${without.join(' ')}.txt`),
      ),
      listening: named('app.listening', () => ok(null)),
      kitCommands: named('app.kitCommands', (commands) => {
        kitMenu = [...commands];
        return ok(null);
      }),
      on: (name, listener) => {
        if (name !== 'notices') return asked.on(name, listener as (payload: unknown) => void);
        const hear = listener as (notices: Notice[]) => void;
        heard.add(hear);
        return () => heard.delete(hear);
      },
    },
    settings: {
      get: named('settings.get', () => ok(settings)),
      set: named('settings.set', change),
      choose: named('settings.choose', (patch) => {
        Object.assign(choices, patch);
        return ok(null);
      }),
      on: (_name, listener) => asked.on('settings', listener as (payload: unknown) => void),
    },
    profiles: {
      list: named('profiles.list', () => ok(profiles)),
      on: (_name, listener) => asked.on('profiles', listener as (payload: unknown) => void),
    },
    identity: { state: named('identity.state', (id) => ok(stateOf(id))) },
    setup: {
      open: named('setup.open', (place) => {
        asked.tell('place', place);
        return ok(null);
      }),
      hand: named('setup.hand', (file_name) => {
        if (/\.p12$/.test(file_name)) dropped = file_name;
        return ok(null);
      }),
    },
    forSetup: {
      app: {
        place: named('setup.place', () => ok({ part: 'start' as const, profile_id: null })),
        close: named('setup.close', () => ok(null)),
        request: named('setup.request', () => ok(null)),
        managed: named('setup.managed', () => ok(null)),
        on: (_name, listener) => asked.on('place', listener as (payload: unknown) => void),
      },
      settings: {
        get: named('settings.get', () => ok(settings)),
        set: named('settings.set', change),
        on: (_name, listener) => asked.on('settings', listener as (payload: unknown) => void),
      },
      profiles: {
        list: named('profiles.list', () => ok(profiles)),
        choose: named('profiles.choose', () => add(demoProfile)),
        offer: named('profiles.offer', (file_name, text) =>
          file_name.startsWith('refused')
            ? ok(null)
            : text.trimStart().startsWith('{')
              ? add(file_name.includes('production') ? { ...productionProfile, managed: false } : demoProfile)
              : no(
                  'config',
                  `${file_name} is not a profile: it is no JSON. Choose the file that you were given.`,
                ),
        ),
        use: named('profiles.use', () => ok(null)),
        presets: named('profiles.presets', () => ok([preset])),
        chooseAuthority: named('profiles.chooseAuthority', () => ok(authority('operator-ca.pem'))),
        offerAuthority: named('profiles.offerAuthority', (file_name) => ok(authority(file_name))),
        createFromPreset: named('profiles.createFromPreset', (input) =>
          add({
            ...demoProfile,
            id: 'from-preset',
            name: input.name,
            company_code: input.company_code,
            company_name: input.company_name,
            auth_host: preset.hosts[0] ?? '',
            api_host: preset.hosts[1] ?? '',
          }),
        ),
        test: named('profiles.test', async (id) => {
          await new Promise((resolve) => setTimeout(resolve, 400 / speed));
          return ok(id === productionProfile.id ? badDiagnosis : goodDiagnosis);
        }),
        remove: named('profiles.remove', (id) => {
          profiles = profiles.filter((one) => one.id !== id);
          states.delete(id);
          return ok(null);
        }),
      },
      identity: {
        state: named('identity.state', (id) => ok(stateOf(id))),
        choose: named('identity.choose', () => ok(chosen('demo-air.p12'))),
        offer: named('identity.offer', (_profile_id, file_name) => ok(chosen(file_name))),
        import: named('identity.import', (request) => {
          const file = files.get(request.handle) ?? '';
          if (request.passphrase !== PASSPHRASE)
            return no('identity', `The passphrase does not open ${file}. Check it and type it again.`);
          if (request.store && !canKeep) return no('identity', 'The keychain can’t keep it.');
          if (file.startsWith('several') && request.key_sha256 === undefined) {
            const choices = [identity, endingIdentity].map(({ sha256, subject }) => ({ sha256, subject }));
            return ok({ state: 'several' as const, choices });
          }
          const taken = request.key_sha256 === endingIdentity.sha256 ? endingIdentity : identity;
          const state: IdentityState = {
            state: 'usable',
            kind: 'file',
            identity: taken,
            stored: request.store,
          };
          states.set(request.profile_id, state);
          return ok(state);
        }),
        takeDropped: named('identity.takeDropped', () => {
          const file = dropped;
          dropped = null;
          return ok(file === null ? null : chosen(file));
        }),
        kinds: named('identity.kinds', () => ok(allowed)),
        listComputer: named('identity.listComputer', async () => {
          await new Promise((resolve) => setTimeout(resolve, 400 / speed));
          return ok(computerCandidates);
        }),
        cancelComputer: named('identity.cancelComputer', () => ok(null)),
        chooseComputer: named('identity.chooseComputer', (id, sha256) => {
          const found = computerCandidates.find((one) => one.identity.sha256 === sha256);
          if (!found || found.problem !== null) return no('identity', 'This certificate can’t be used.');
          const state = {
            state: 'usable',
            kind: 'computer',
            identity: found.identity,
            stored: true,
          } as const;
          states.set(id, state);
          return ok(state);
        }),
        canStore: named('identity.canStore', () =>
          ok({
            can: canKeep,
            reason: canKeep ? null : 'No keychain (libsecret or KWallet) is running in this session.',
          }),
        ),
        remove: named('identity.remove', (id) => {
          states.delete(id);
          return ok(stateOf(id));
        }),
      },
      shelf: {
        login: named('shelf.login', () => ok(login)),
        signIn: named('shelf.signIn', (_profile_id, user, password) => {
          if (user === '' || password === '')
            return no('config', 'Enter the user and the password of the shelf.');
          login = { user, stored: canKeep };
          return ok(login);
        }),
        signOut: named('shelf.signOut', () => {
          login = null;
          return ok(login);
        }),
      },
    },
    retention: {
      preview: named('retention.preview', (days) => {
        const remove = old(days);
        return ok({ remove, keep_count: kits.list().length - remove.length });
      }),
      apply: named('retention.apply', (days) => {
        const remove = old(days);
        for (const { id } of remove) kits.remove(id);
        void change({ keep_days_after_departure: days });
        asked.tell('settings', structuredClone(settings));
        return ok(remove.length);
      }),
    },
  };
}
