/** What a scenario has around it: folders, a profile, identities, strict services, and a list of what went wrong. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { Event, Run, RunOptions, Way } from './command.ts';
import { type Kind, kitEvents, readEvents } from './events.ts';
import { sha256 } from './minimal-pdf.ts';
import { type Certified, type Pkcs12Wish, pkcs12, thePki } from './pki.ts';
import { findSecrets, findSecretsBelow, keySecrets, type Secret } from './secrets.ts';
import { type ServiceOptions, StrictService } from './strict-service.ts';

/** A JSON object whose shape a scenario may bend. */
export type Json = Record<string, unknown>;

/** A scenario: a name, and what it does. It reports through `world.check`, so that one run shows all that is wrong. */
export interface Scenario {
  readonly name: string;
  /** Why it can't be played within the test's own process; absent where it can. */
  readonly needsProcess?: string;
  readonly play: (world: World) => Promise<void>;
}

/** How to fetch. */
export interface FetchOptions extends Partial<RunOptions> {
  readonly ids?: readonly string[];
  readonly trips?: string;
  readonly profile?: string;
  readonly identity?: string;
  readonly more?: readonly string[];
  readonly json?: boolean;
  readonly out?: string;
}

/** A run of fetch with its events. */
export interface FetchRun extends Run {
  readonly events: readonly Event[];
  readonly requested: boolean;
}

/** What a kit's end shall be. */
export interface Expected {
  readonly ready?: Buffer | true;
  readonly failed?: Kind | readonly Kind[];
  readonly status?: number;
  readonly file?: string | RegExp;
  readonly codes?: readonly string[];
}

/** Time for what a scenario expects before the end of it, s: no load makes a process take so long. */
const PATIENT_S = 60;

export class World {
  readonly way: Way;
  readonly problems: string[] = [];
  readonly dir = mkdtempSync(join(tmpdir(), 'tripkit-conformance-'));
  readonly inputs = this.#folder('inputs');
  readonly cwd = this.#folder('cwd');
  readonly home = this.#folder('home');
  readonly tmp = this.#folder('tmp');
  readonly out = join(this.dir, 'out');
  readonly passphrase = `Pass-phrase ${Math.random().toString(36).slice(2)} ü%&`;
  readonly #services: StrictService[] = [];
  readonly #secrets: Secret[] = [];

  constructor(way: Way) {
    this.way = way;
  }

  #folder(name: string): string {
    const path = join(this.dir, name);
    mkdirSync(path);
    return path;
  }

  /** Notes a problem unless it is so. */
  check(so: boolean, problem: string): void {
    if (!so) this.problems.push(problem);
  }

  /** A time in which the command has something to do, s: `exact` where time stands still meanwhile, `patient` in real time. */
  seconds(exact: number, patient = Math.max(exact, PATIENT_S)): number {
    return this.way.inside ? exact : patient;
  }

  /** The option --deadline, of so many {@link seconds}. */
  deadline(exact: number): string[] {
    return ['--deadline', String(this.seconds(exact))];
  }

  /** A value nobody may print. */
  secret(name: string, value: string): void {
    this.#secrets.push({ name, value: Buffer.from(value, 'utf8') });
  }

  /** Starts a strict service. */
  async service(options: ServiceOptions = {}): Promise<StrictService> {
    const service = await new StrictService(this.way.clock, options).start();
    this.#services.push(service);
    return service;
  }

  /** Writes an input file and gives its path. */
  input(name: string, content: string | Buffer | object): string {
    const path = join(this.inputs, name);
    const text = typeof content === 'string' || Buffer.isBuffer(content) ? content : JSON.stringify(content);
    writeFileSync(path, text);
    return path;
  }

  /** The profile of a service, as its operator would hand it out. */
  profileOf(service: StrictService): Json {
    const pki = thePki();
    return {
      name: 'Conformance Air',
      company_code: service.companyCode,
      company_name: 'Conformance Air Ltd',
      client_id: service.clientId,
      auth_url: `${service.origin('auth')}${service.options.authPath ?? '/as/{company_code}/authorization.oauth2'}`,
      base_url: `${service.origin('api')}${service.options.basePath ?? ''}`,
      scopes: service.scopes,
      ...(service.options.tokenPerScope === undefined
        ? {}
        : { token_per_scope: service.options.tokenPerScope }),
      user_agent: service.userAgent,
      trust: { auth: [pki.authCa.certPem], api: [pki.apiCa.certPem], storage: [pki.storageCa.certPem] },
    };
  }

  /** Writes a service's profile, with changes, and gives its path. */
  profile(service: StrictService, change: Json = {}): string {
    return this.input(`profile-${Math.random().toString(36).slice(2)}.json`, {
      ...this.profileOf(service),
      ...change,
    });
  }

  /** Writes a PKCS#12 file under the world's passphrase and gives its path. */
  identity(who: Certified = thePki().client, more: Partial<Pkcs12Wish> = {}): string {
    for (const secret of keySecrets(who)) this.#secrets.push(secret);
    const file = pkcs12({ identity: who, passphrase: this.passphrase, ...more });
    return this.input(`identity-${Math.random().toString(36).slice(2)}.p12`, file);
  }

  /** The environment of a run: nothing but a home, a temporary folder, a path and the passphrase. */
  env(more: Readonly<Record<string, string>> = {}): Record<string, string> {
    return {
      PATH: process.env.PATH ?? '/usr/bin:/bin',
      HOME: this.home,
      TMPDIR: this.tmp,
      LANG: 'C.UTF-8',
      TRIPKIT_PASSPHRASE: this.passphrase,
      ...more,
    };
  }

  /** Runs any command. */
  tripkit(args: readonly string[], options: Partial<RunOptions> = {}): Promise<Run> {
    const all = { cwd: this.cwd, env: this.env(), ...options };
    return this.way.run(args, all).then((run) => this.#examine(run));
  }

  /** Runs `fetch` against a service. */
  async fetch(service: StrictService, options: FetchOptions): Promise<FetchRun> {
    const { ids, trips, json = true, more = [] } = options;
    const args = [
      'fetch',
      ...['--profile', options.profile ?? this.profile(service)],
      ...['--identity', options.identity ?? this.identity()],
      ...['--out', options.out ?? this.out],
      ...(json ? ['--json'] : []),
      ...more,
      ...(trips === undefined ? [] : ['--request', trips]),
      ...(ids ?? []).flatMap((id) => ['--id', id]),
    ];
    const run = await this.tripkit(args, options);
    const events = json ? readEvents(run.stdout, this.problems) : [];
    return { ...run, events, requested: trips !== undefined };
  }

  /** Checks one kit's end and order of states. */
  expectKit(run: FetchRun, kit: number, expected: Expected): Event | undefined {
    const own = kitEvents(run.events, kit, run.requested, this.problems);
    const end = own.at(-1);
    const shown = `kit ${kit} ${run.args.includes('--id') ? JSON.stringify(end?.tripkit_id)?.slice(0, 60) : ''}`;
    const seen = JSON.stringify(end)?.slice(0, 500);
    if (!end) return undefined;
    if (expected.ready) {
      this.check(end.state === 'ready', `${shown}: expected ready, came ${seen}`);
      if (end.state === 'ready') this.#checkFile(end, expected, shown);
    } else if (expected.failed) {
      const error = (end.error ?? {}) as Json;
      const allowed = ([] as Kind[]).concat(expected.failed);
      this.check(
        end.state === 'failed' && allowed.includes(error.kind as Kind),
        `${shown}: expected failed (${allowed.join(' or ')}), came ${seen}`,
      );
      if (expected.status !== undefined) {
        this.check(
          error.status === expected.status,
          `${shown}: expected status ${expected.status}, came ${seen}`,
        );
      }
      if (expected.codes) this.#checkCodes(error.messages, expected.codes, `${shown}: ${seen}`);
    }
    return end;
  }

  #checkFile(end: Event, expected: Expected, shown: string): void {
    const content = readFileSync(String(end.file));
    this.check(end.sha256 === sha256(content), `${shown}: sha256 is not the file's`);
    this.check(end.bytes === content.length, `${shown}: bytes ${end.bytes}, the file has ${content.length}`);
    if (Buffer.isBuffer(expected.ready)) {
      this.check(content.equals(expected.ready), `${shown}: the file is not what the storage has`);
    }
    const name = basename(String(end.file));
    const { file } = expected;
    const fits = file === undefined || (typeof file === 'string' ? name === file : file.test(name));
    this.check(fits, `${shown}: the file is called ${name}, expected ${file}`);
    if (expected.codes) this.#checkCodes(end.messages, expected.codes, shown);
  }

  #checkCodes(messages: unknown, codes: readonly string[], shown: string): void {
    const seen = Array.isArray(messages) ? messages.map((each: Json | null) => String(each?.code)) : [];
    this.check(
      codes.every((code) => seen.includes(code)),
      `${shown}: expected messages with the codes ${codes}, came ${JSON.stringify(messages)}`,
    );
  }

  /** Checks the exit code. */
  expectExit(run: Run, code: number): void {
    this.check(
      run.code === code,
      `exit ${run.code ?? run.signal}, expected ${code}; stderr: ${run.stderr.slice(0, 400)} stdout: ${run.stdout.slice(-300)}`,
    );
  }

  /** Exit 2, a sentence that matches on stderr, and an empty journal. */
  expectRefused(run: Run, says: RegExp, ...services: StrictService[]): void {
    this.expectExit(run, 2);
    const said = run.stderr + run.stdout;
    this.check(says.test(said), `says ${JSON.stringify(said.slice(0, 400))}, expected ${says}`);
    this.check(!/\n\s+at /.test(said), `shows a stack trace: ${said.slice(0, 300)}`);
    for (const service of services) {
      this.check(
        service.journal.length === 0,
        `${service.journal.length} calls were sent although the input is wrong`,
      );
    }
  }

  /** The names in the out folder. */
  saved(): string[] {
    try {
      return readdirSync(this.out).sort();
    } catch {
      return [];
    }
  }

  #examine(run: Run): Run {
    const command = `tripkit ${run.args[0]}`;
    this.check(!run.timedOut, `${command} did not end within its time; stderr: ${run.stderr.slice(-300)}`);
    this.problems.push(...run.left.map((text) => `${command}: ${text}`));
    const secrets = this.#allSecrets();
    const printed: [string, string][] = [
      [run.stdout, `${command}: stdout`],
      [run.stderr, `${command}: stderr`],
    ];
    for (const [text, where] of printed) {
      this.problems.push(...findSecrets(Buffer.from(text, 'utf8'), where, secrets));
    }
    const unhandled = /(UnhandledPromise|TypeError|RangeError|ReferenceError|\n\s+at .+:\d+:\d+)/.exec(
      run.stderr,
    );
    this.check(!unhandled, `${command}: crashes: ${run.stderr.slice(0, 400)}`);
    return run;
  }

  #allSecrets(): Secret[] {
    const fromServices = this.#services.flatMap((service) =>
      [...service.secrets].map(([value, name]) => ({ name, value: Buffer.from(value) })),
    );
    return [
      { name: 'the passphrase', value: Buffer.from(this.passphrase) },
      ...this.#secrets,
      ...fromServices,
    ];
  }

  /** Ends the scenario: broken service rules, secrets in any file left, and left-over part files become problems. */
  async finish(): Promise<string[]> {
    for (const service of this.#services) {
      await service.stop();
      this.problems.push(...new Set(service.violations.map((text) => `the service was told off: ${text}`)));
    }
    const folders = [this.cwd, this.home, this.tmp, ...(this.saved().length > 0 ? [this.out] : [])];
    this.problems.push(...findSecretsBelow(folders, this.#allSecrets()));
    rmSync(this.dir, { recursive: true, force: true });
    this.way.close();
    return this.problems;
  }
}

/** Plays a scenario in one way; throws one error with all its problems. */
export async function play(scenario: Scenario, way: Way): Promise<void> {
  const world = new World(way);
  try {
    await scenario.play(world);
  } catch (error) {
    world.problems.push(`the scenario broke: ${error instanceof Error ? error.stack : String(error)}`);
  }
  const problems = await world.finish();
  if (problems.length > 0) throw new Error(`\n  - ${[...new Set(problems)].join('\n  - ')}`);
}
