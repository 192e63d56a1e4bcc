/** Exit 2: what is wrong is told, by row and column or by key, and nothing is sent. */
import { randomBytes } from 'node:crypto';
import { thePki } from '../pki.ts';
import { SAVED_BYTES, sentInTwo } from '../sent-in-two.ts';
import type { Json, Scenario, World } from '../world.ts';

const header = 'origin,destination,alternates,route,flight,departure';
const good = 'KDEN,KLAX,,,,';

/** Trip files that are wrong: name, content, and the row (from 1, or its line) and column that must be named. */
const badCsv: [string, string, RegExp][] = [
  ['airport', `${header}\n${good}\nKDEN,LAX,,,,\n`, /destination/],
  ['ZZZZ', `${header}\n${good}\nZZZZ,KLAX,,,,\n`, /origin/],
  ['alternate is the destination', `${header}\n${good}\nKDEN,KLAX,KONT KLAX,,,\n`, /alternates/],
  ['seven alternates', `${header}\n${good}\nKDEN,KLAX,KAAA KBBB KCCC KDDD KEEE KFFF KGGG,,,\n`, /alternates/],
  ['flight', `${header}\n${good}\nKDEN,KLAX,,,KLM-511,\n`, /flight/],
  ['departure', `${header}\n${good}\nKDEN,KLAX,,,,tomorrow\n`, /departure/],
];

const badJson: [string, unknown, RegExp][] = [
  [
    'unknown key',
    [
      { origin: 'KDEN', destination: 'KLAX' },
      { origin: 'KDEN', destination: 'KLAX', aircraft: 'B738' },
    ],
    /aircraft/,
  ],
  [
    'wrong type',
    [
      { origin: 'KDEN', destination: 'KLAX' },
      { origin: 'KDEN', destination: 5 },
    ],
    /destination/,
  ],
  [
    'alternates no list',
    [
      { origin: 'KDEN', destination: 'KLAX' },
      { origin: 'KDEN', destination: 'KLAX', alternates: 'KONT' },
    ],
    /alternates/,
  ],
  ['no destination', [{ origin: 'KDEN', destination: 'KLAX' }, { origin: 'KDEN' }], /destination/],
];

/** Runs a fetch of a trip file that must be refused. */
async function refusedTrips(
  world: World,
  name: string,
  file: string,
  content: string | object,
  says: RegExp,
): Promise<void> {
  const service = await world.service();
  const run = await world.fetch(service, { trips: world.input(file, content) });
  const before = world.problems.length;
  world.expectRefused(run, says, service);
  for (let at = before; at < world.problems.length; at += 1)
    world.problems[at] = `${name}: ${world.problems[at]}`;
}

export const inputs: Scenario[] = [
  {
    name: 'bad CSV: row and column named, nothing sent',
    async play(world) {
      for (const [index, [name, csv, column]] of badCsv.entries()) {
        // Row 2 of the trips is line 3 of the file: either way of counting is fine.
        const says = new RegExp(`(?=[\\s\\S]*\\b(row|line)\\s*[23]\\b)(?=[\\s\\S]*${column.source})`, 'i');
        await refusedTrips(world, name, `bad-${index}.csv`, csv, says);
      }
    },
  },
  {
    name: 'bad CSV as a whole: unknown column, no destination column, header only, empty, broken quotes',
    async play(world) {
      const files: [string, string, RegExp][] = [
        ['unknown column', `${header},aircraft\n${good},B738\n`, /aircraft/],
        ['header only', `${header}\n`, /./],
        ['broken quotes', `${header}\n"KDEN,KLAX\n`, /./],
        ['a cell too many', `${header}\n${good}\n${good},B738\n`, /(row|line)\s*[23]/i],
      ];
      for (const [index, [name, csv, says]] of files.entries())
        await refusedTrips(world, name, `bad-${index}.csv`, csv, says);
    },
  },
  {
    name: 'bad JSON trips: row and key named, nothing sent',
    async play(world) {
      for (const [index, [name, trips, column]] of badJson.entries()) {
        const says = new RegExp(`(?=[\\s\\S]*\\b2\\b)(?=[\\s\\S]*${column.source})`, 'i');
        await refusedTrips(world, name, `bad-${index}.json`, trips as object, says);
      }
      for (const [name, text] of [
        ['empty list', '[]'],
        ['an object', '{"origin":"KDEN"}'],
        ['no JSON', '[{"origin":'],
      ] as const) {
        await refusedTrips(world, name, 'bad.json', text, /bad\.json|trip/i);
      }
    },
  },
  {
    name: 'a wrong profile: the key named, nothing sent; profile check says the same',
    async play(world) {
      const service = await world.service();
      const base = world.profileOf(service);
      const request = { method: 'POST', path: '/x', body: {}, tripkit_id: { pointer: '/id' } };
      const rows: [Json, RegExp][] = [
        [{ ...base, colour: 'blue' }, /colour/],
        [{ ...base, trust: { ...(base.trust as Json), proxy: 'system' } }, /proxy/],
        [{ ...base, request: { ...request, tripkit_id: { pointer: '/id', nth: 2 } } }, /nth/],
        [{ ...base, request: { ...request, tripkit_id: { header: 'location', pattern: '(' } } }, /pattern/],
        [{ ...base, request: { ...request, body: { a: '{unknown_field}' } } }, /unknown_field/],
        [{ ...base, auth_url: 'http://127.0.0.1/as' }, /auth_url/],
        [{ ...base, base_url: 'http://localhost' }, /base_url/],
        [{ ...base, client_id: undefined }, /client_id/],
        [{ ...base, trust: { auth: ['no PEM'] } }, /auth/],
        [{ ...base, user_agent: 'a\r\nX-Evil: 1' }, /user_agent/],
      ];
      for (const [index, [profile, key]] of rows.entries()) {
        const path = world.input('bad-profile.json', profile);
        world.expectRefused(await world.tripkit(['profile', 'check', path]), key);
        if (index === 0 || index === 4)
          world.expectRefused(await world.fetch(service, { ids: ['x'], profile: path }), key, service);
      }
      for (const text of ['{"name":', '[]']) {
        world.expectRefused(
          await world.tripkit(['profile', 'check', world.input('bad-profile.json', text)]),
          /bad-profile\.json|profile/,
        );
      }
      world.expectExit(await world.tripkit(['profile', 'check', world.profile(service)]), 0);
    },
  },
  {
    name: 'a wrong identity: wrong passphrase, none, not a p12, no key, expired, missing; nothing sent',
    async play(world) {
      const service = await world.service();
      const pki = thePki();
      const fetch = (identity: string, env?: Record<string, string>): Promise<import('../command.ts').Run> =>
        world.fetch(service, { ids: ['x'], identity, ...(env ? { env } : {}) });
      const wrong = 'Wrong-passphrase-4711';
      world.secret('the wrong passphrase', wrong);
      const noPassphrase = world.env();
      delete noPassphrase.TRIPKIT_PASSPHRASE;
      world.expectRefused(
        await fetch(world.identity(), world.env({ TRIPKIT_PASSPHRASE: wrong })),
        /passphrase/i,
        service,
      );
      world.expectRefused(await fetch(world.identity(), noPassphrase), /passphrase/i, service);
      world.expectRefused(
        await fetch(world.input('noise.p12', randomBytes(2000))),
        /PKCS ?#?12|\.p12|identity/i,
        service,
      );
      world.expectRefused(
        await fetch(world.input('key.p12', pki.client.keyPem + pki.client.certPem)),
        /PKCS ?#?12|PEM/i,
        service,
      );
      world.expectRefused(await fetch(`${world.inputs}/missing.p12`), /missing\.p12/, service);
      world.expectRefused(
        await fetch(world.identity(pki.expired)),
        /expired|no longer valid|valid/i,
        service,
      );
      const { pkcs12 } = await import('../pki.ts');
      const noKey = world.input('no-key.p12', pkcs12({ chain: [pki.client], passphrase: world.passphrase }));
      world.expectRefused(await fetch(noKey), /key/i, service);
    },
  },
  {
    name: 'identity flavours: legacy 3DES, EC key, chain, passphrase file with a newline; identity show tells no secret',
    async play(world) {
      const pki = thePki();
      const file = world.input('passphrase.txt', `${world.passphrase}\r\n`);
      // The file goes before the variable.
      const env = world.env({ TRIPKIT_PASSPHRASE: 'another' });
      const ways = [
        world.identity(pki.client, { cipher: '3des', chain: [pki.airlineCa] }),
        world.identity(pki.clientEc),
      ];
      for (const identity of ways) {
        const service = await world.service();
        const kit = service.kit('K-1');
        const run = await world.fetch(service, {
          ids: ['K-1'],
          identity,
          env,
          more: ['--passphrase-file', file],
        });
        world.expectExit(run, 0);
        world.expectKit(run, 0, { ready: kit.file.content });
      }
      const shown = await world.tripkit(['identity', 'show', '--identity', ways[0] ?? '', '--json']);
      world.expectExit(shown, 0);
      const lines = shown.stdout.trim().split('\n');
      world.check(
        lines.length === 1 && typeof JSON.parse(lines[0] ?? '') === 'object',
        `identity show --json: ${shown.stdout}`,
      );
      for (const word of ['dispatch-desk-7', 'Airline CA', 'RSA', '2048']) {
        world.check(shown.stdout.includes(word), `identity show does not tell ${word}: ${shown.stdout}`);
      }
      const plain = await world.tripkit(['identity', 'show', '--identity', world.identity(pki.expired)]);
      world.expectExit(plain, 0);
      world.check(
        plain.stdout.includes('dispatch-desk-old'),
        `identity show of an expired one: ${plain.stdout}`,
      );
    },
  },
  {
    name: 'a wrong command: exit 2 and a sentence, nothing sent',
    async play(world) {
      const service = await world.service();
      const [profile, identity] = [world.profile(service), world.identity()];
      const trips = world.input('trips.json', [{ origin: 'KDEN', destination: 'KLAX' }]);
      const who = ['--profile', profile, '--identity', identity];
      const where = ['--out', world.out];
      const rows: string[][] = [
        [],
        ['fech'],
        ['fetch', ...who, ...where],
        ['fetch', ...who, ...where, '--id', 'x', '--request', trips],
        ['fetch', ...who, '--id', 'x'],
        ['fetch', ...who, ...where, '--id', 'x', '--colour'],
        ['fetch', ...who, ...where, '--id', 'x', '--deadline', 'soon'],
        ['fetch', ...who, ...where, '--id', ''],
        ['fetch', ...who, ...where, '--request', `${world.inputs}/missing.csv`],
      ];
      for (const args of rows) {
        const before = world.problems.length;
        world.expectRefused(await world.tripkit(args), /\w{3,}/, service);
        for (let at = before; at < world.problems.length; at += 1) {
          world.problems[at] = `${args.slice(0, 1)} … ${args.slice(-3).join(' ')}: ${world.problems[at]}`;
        }
      }
      // The passphrase never comes from an argument, and is not repeated when somebody tries.
      const typed = await world.tripkit([
        'fetch',
        ...who,
        ...where,
        '--id',
        'x',
        `--passphrase=${world.passphrase}`,
      ]);
      world.expectRefused(typed, /passphrase/, service);
    },
  },
  {
    name: 'an out folder that cannot be: kind disk or exit 2, and the id list in both forms',
    async play(world) {
      const service = await world.service();
      for (const id of ['a', 'b', 'c']) service.kit(id);
      const file = world.input('a-file', 'x');
      const run = await world.fetch(service, { ids: ['a'], out: `${file}/out` });
      if (run.code === 2) world.expectRefused(run, /\w{3,}/, service);
      else {
        world.expectExit(run, 1);
        world.expectKit(run, 0, { failed: 'disk' });
      }
      const listed = await world.fetch(service, { more: ['--id', 'a', 'b', 'c'] });
      world.expectExit(listed, 0);
      world.check(world.saved().join() === 'a.pdf,b.pdf,c.pdf', `--id a b c saved ${world.saved()}`);
    },
  },
  {
    name: 'as users run it: npm run --silent tripkit, lines for people, no --json; trips for people too',
    needsProcess: 'npm starts one',
    async play(world) {
      const service = await world.service();
      service.kit('smoke');
      service.kit('gone', { answers: () => [{ status: 404 }] });
      const run = await world.fetch(service, { ids: ['smoke', 'gone'], json: false, npm: true });
      world.expectExit(run, 1);
      world.check(world.saved().join() === 'smoke.pdf', `saved ${world.saved()}`);
      world.check(
        /smoke\.pdf/.test(run.stdout) && /gone/.test(run.stdout + run.stderr),
        `for people: ${run.stdout} ${run.stderr}`,
      );
      world.check(!/^\s*\{/m.test(run.stdout), `JSON without --json: ${run.stdout}`);
      world.check(!run.stdout.includes('\u001b'), 'escape sequences although this is no terminal');
    },
  },
  {
    name: 'SIGTERM and SIGINT in the middle of a download: a quick end, no half file',
    async play(world) {
      for (const signal of ['SIGTERM', 'SIGINT'] as const) {
        let stop = (): void => undefined;
        const service = await world.service();
        // The rest never comes: nothing but the signal ends the download.
        service.kit(signal, { file: sentInTwo(world, randomBytes(SAVED_BYTES * 2), () => stop()) });
        const run = await world.fetch(service, {
          ids: [signal],
          json: false,
          started: (kill) => {
            stop = () => kill(signal);
          },
        });
        world.expectExit(run, 130);
        world.check(service.calls('download').length === 1, `${signal}: goes on with the download`);
        world.check(!world.saved().some((name) => name.endsWith('.pdf')), `${signal}: left ${world.saved()}`);
      }
    },
  },
];
