/** Authenticate (4.1): every form of success and of error, odd tokens, and the TLS around it. */
import { readFileSync } from 'node:fs';
import { root } from '../command.ts';
import { thePki } from '../pki.ts';
import type { Answer, AuthenticateCall, Call, Kit, StrictService } from '../strict-service.ts';
import type { Json, Scenario, World } from '../world.ts';

const errors: [string, string][] = [
  ['access_denied', 'the client ID is not authorized'],
  ['invalid_scope', 'the requested scopes must be blank or a subset of the scopes provided'],
  ['invalid_request', 'response_code is required'],
  ['unsupported_response_type', ''],
];

/** Runs `tripkit token` against a service that answers authentication in its own way. */
async function token(
  world: World,
  authenticate: ((call: AuthenticateCall, nth: number, service: StrictService) => Answer) | undefined,
  more: { profile?: Json; identity?: string; expiresIn?: string; makeToken?: (nth: number) => string } = {},
): Promise<{ service: StrictService; message: string; code: number | null; stdout: string }> {
  const { profile, identity, ...options } = more;
  const service: StrictService = await world.service({
    ...options,
    ...(authenticate ? { authenticate: (call, nth) => authenticate(call, nth, service) } : {}),
  });
  const run = await world.tripkit([
    'token',
    ...['--profile', world.profile(service, profile)],
    ...['--identity', identity ?? world.identity()],
    '--json',
  ]);
  return { service, message: run.stdout + run.stderr, code: run.code, stdout: run.stdout };
}

const moved = (location: string): Answer => ({ status: 302, headers: { location } });

/** Several ways to answer authentication, each of which must end with exit 1 and a sentence. */
async function allRefused(
  world: World,
  answers: Record<string, (call: AuthenticateCall, service: StrictService) => Answer>,
): Promise<string[]> {
  const messages: string[] = [];
  for (const [name, answer] of Object.entries(answers)) {
    const { code, message } = await token(world, (call, _nth, service) => answer(call, service));
    world.check(code === 1, `${name}: exit ${code}, expected 1: ${message.slice(0, 300)}`);
    world.check(message.trim().length > 20, `${name}: says nothing`);
    messages.push(message);
  }
  return messages;
}

export const authentication: Scenario[] = [
  {
    name: 'token: the documented success, and what the event shows',
    async play(world) {
      const { service, code, stdout, message } = await token(world, undefined);
      world.check(code === 0, `exit ${code}: ${message.slice(0, 300)}`);
      const lines = stdout.trim().split('\n');
      world.check(lines.length === 1, `token prints ${lines.length} lines: ${stdout}`);
      const event = JSON.parse(lines[0] ?? '{}') as Json;
      world.check(Object.keys(event).sort().join() === 'event,expires_in,scopes', `keys: ${stdout}`);
      world.check(event.event === 'token', `event: ${stdout}`);
      world.check(Number(event.expires_in) === 899, `expires_in: ${stdout}`);
      const scopes = event.scopes as string[];
      world.check(
        [...scopes].sort().join() === [service.scopes.request, service.scopes.download].sort().join(),
        `scopes: ${stdout}`,
      );
      world.check(service.journal.length === 1, `${service.journal.length} calls for one token`);
    },
  },
  ...errors.map(
    ([error, description]): Scenario => ({
      name: `authentication error ${error}: fragment, query and mixed`,
      async play(world) {
        const pairs = (state: string): Record<string, string | undefined> => ({
          error,
          error_description: description || undefined,
          state,
        });
        const state = (call: AuthenticateCall): string => call.form.get('state') ?? '';
        const forms: Record<string, (call: AuthenticateCall, service: StrictService) => Answer> = {
          fragment: (call, service) => moved(service.callback('#', pairs(state(call)))),
          query: (call, service) => moved(service.callback('?', pairs(state(call)), plusForSpace)),
          mixed: (call, service) =>
            moved(
              `${service.callback('?', { error, state: state(call) })}#error_description=${encodeURIComponent(description)}`,
            ),
          mixedTheOtherWay: (call, service) =>
            moved(
              `${service.callback('?', { error_description: description, state: state(call) })}#error=${error}`,
            ),
        };
        const chosen =
          errors.findIndex(([each]) => each === error) % 2 === 0
            ? ['query', 'mixed']
            : ['query', 'mixedTheOtherWay'];
        const messages = await allRefused(
          world,
          Object.fromEntries(Object.entries(forms).filter(([form]) => chosen.includes(form))),
        );
        world.check(
          messages.every((message) => /"authentication"|authentic/i.test(message)),
          `not told as authentication: ${messages[0]?.slice(0, 300)}`,
        );
      },
    }),
  ),
  {
    name: 'the four authentication errors have four different sentences, and kind authentication in fetch',
    async play(world) {
      const sentences = new Set<string>();
      for (const [error, error_description] of errors) {
        const service: StrictService = await world.service({
          authenticate: (call) =>
            moved(service.callback('#', { error, error_description, state: call.form.get('state') ?? '' })),
        });
        const run = await world.fetch(service, { ids: ['K-1'] });
        world.expectExit(run, 1);
        const end = world.expectKit(run, 0, { failed: 'authentication' });
        sentences.add(String((end?.error as Json | undefined)?.message));
      }
      world.check(sentences.size === 4, `the sentences are not four: ${[...sentences].join(' | ')}`);
    },
  },
  {
    name: 'answers that are no documented redirect: HTML 200, 302 without Location, 5xx, JSON',
    async play(world) {
      for (const [name, answer] of Object.entries<Answer>({
        html: {
          status: 200,
          headers: { 'content-type': 'text/html' },
          text: '<html><body>Sign in</body></html>',
        },
        noLocation: { status: 302 },
        bare: { status: 302, headers: { location: 'https://127.0.0.1/callback' } },
        badRequest: { status: 400, text: 'bad' },
      })) {
        const service = await world.service({ authenticate: () => answer });
        const run = await world.fetch(service, { ids: ['K-1'], more: world.deadline(8) });
        world.expectExit(run, 1);
        world.check(service.calls('pdf').length === 0, `${name}: get-PDF was called without a token`);
        world.expectKit(run, 0, { failed: ['authentication', 'service'] });
      }
    },
  },
  {
    name: 'authentication answers 5xx for ever: an end, of kind service or authentication',
    async play(world) {
      const service = await world.service({
        authenticate: () => ({ status: 503, text: '<h1>Unavailable</h1>' }),
      });
      const run = await world.fetch(service, { ids: ['K-1'], more: world.deadline(8) });
      world.expectExit(run, 1);
      world.expectKit(run, 0, { failed: ['service', 'authentication'] });
    },
  },
  {
    name: 'authentication answers 500 once, then fine',
    async play(world) {
      const service = await world.service({
        authenticate: (call, nth) => (nth === 1 ? { status: 500, text: 'oops' } : call.grant()),
      });
      const kit = service.kit('K-1');
      const run = await world.fetch(service, { ids: ['K-1'] });
      world.expectExit(run, 0);
      world.expectKit(run, 0, { ready: kit.file.content });
    },
  },
  {
    name: 'the state is missing, empty or another: refused, the token never used',
    async play(world) {
      await allRefused(world, {
        missing: (call) => call.grant({ pairs: { state: undefined } }),
        longer: (call) => call.grant({ pairs: { state: `${call.form.get('state')}x` } }),
        otherCase: (call) => call.grant({ pairs: { state: swapCase(call.form.get('state') ?? '') } }),
        twice: (call) =>
          call.grant({ pairs: { state: `${call.form.get('state')}&state=evil` }, encode: (text) => text }),
      });
      const service = await world.service({
        authenticate: (call) => call.grant({ pairs: { state: 'wrong' } }),
      });
      const run = await world.fetch(service, { ids: ['K-1'] });
      world.expectExit(run, 1);
      world.expectKit(run, 0, { failed: 'authentication' });
      world.check(service.calls('pdf').length === 0, 'the token was used although the state is wrong');
    },
  },
  {
    name: 'token_type: bearer in any case is taken, MAC is refused, no access_token is refused',
    async play(world) {
      for (const token_type of ['bearer']) {
        const { code, message } = await token(world, (call) => call.grant({ pairs: { token_type } }));
        world.check(code === 0, `${token_type}: exit ${code}: ${message.slice(0, 300)}`);
      }
      await allRefused(world, {
        mac: (call) => call.grant({ pairs: { token_type: 'MAC' } }),
        noToken: (call) => call.grant({ pairs: { access_token: undefined } }),
        errorBeside: (call) => call.grant({ pairs: { error: 'access_denied' } }),
        lineBreak: (call) => call.grant({ pairs: { access_token: 'aaaa\r\nX-Evil: 1' } }),
      });
    },
  },
  {
    name: 'the Location is never followed, whatever it looks like',
    async play(world) {
      for (const redirect of ['/callback', 'urn:ietf:wg:oauth:2.0:oob']) {
        const { code, message } = await token(world, (call) => call.grant({ redirect }));
        world.check(code === 0, `${redirect}: exit ${code}: ${message.slice(0, 300)}`);
      }
    },
  },
  {
    name: 'odd tokens: + / = ~ raw and percent-encoded, 4 kB, like a JWT; the order of the pairs does not matter',
    async play(world) {
      const raw = (value: string): string => value;
      const long = `eyJhbGciOiJSUzI1NiJ9.${'Zz9-'.repeat(1000)}.abc+def/ghi~jkl_mno==`;
      const everyByte = (value: string): string =>
        value.replace(/./g, (letter) => `%${letter.charCodeAt(0).toString(16)}`);
      const ways: [string, string, (value: string) => string][] = [
        ['4 kB, like a JWT, raw + / = ~', long, raw],
        ['encoded + / = ~', 'bcd+efg/hij~klm.nop-qrs_tuv==', encodeURIComponent],
        ['an escape inside, every byte escaped', 'tok%2Bin-the+token/0123', everyByte],
      ];
      for (const [name, value, encode] of ways) {
        const service = await world.service({
          makeToken: () => value,
          authenticate: (call) =>
            call.grant({ encode: (text) => (text === value ? encode : encodeURIComponent)(text) }),
        });
        const kit = service.kit('K-1');
        const run = await world.fetch(service, { ids: ['K-1'] });
        world.check(run.code === 0, `${name}: exit ${run.code}`);
        world.expectKit(run, 0, { ready: kit.file.content });
      }
      const { code } = await token(world, (call) => {
        const access_token = call.issue();
        const state = call.form.get('state') ?? '';
        return moved(
          `https://cb.example/?x=1#expires_in=899&extra=%20&token_type=Bearer&state=${state}&access_token=${access_token}`,
        );
      });
      world.check(code === 0, `another order of the pairs: exit ${code}`);
    },
  },
  {
    name: 'expires_in odd or absent is no crash and no storm',
    async play(world) {
      for (const expires_in of ['0', '-5', 'abc', undefined]) {
        const service = await world.service({
          authenticate: (call) => call.grant({ pairs: { expires_in } }),
        });
        service.kit('K-1');
        const run = await world.fetch(service, { ids: ['K-1'] });
        world.check(run.code === 0 || run.code === 1, `expires_in ${expires_in}: exit ${run.code}`);
        world.check(
          service.calls('authenticate').length <= 3,
          `expires_in ${expires_in}: a storm of authentications`,
        );
        world.expectKit(run, 0, run.code === 0 ? { ready: true } : { failed: ['authentication', 'service'] });
      }
    },
  },
  {
    name: 'a client certificate that the authentication server refuses: alerts in the handshake, and access_denied',
    async play(world) {
      // bad_certificate and certificate_required (RFC 8446, 6.2)
      for (const authAlert of [42, 116]) {
        const service = await world.service({ authAlert });
        const run = await world.fetch(service, { ids: ['K-1'], more: world.deadline(6) });
        world.expectExit(run, 1);
        world.expectKit(run, 0, { failed: ['authentication', 'identity'] });
      }
      const service = await world.service();
      const run = await world.fetch(service, { ids: ['K-1'], identity: world.identity(thePki().stranger) });
      world.expectExit(run, 1);
      world.expectKit(run, 0, { failed: 'authentication' });
    },
  },
  {
    name: 'a server certificate from a foreign CA, another server’s CA or for another host: nothing is sent there',
    async play(world) {
      const pki = thePki();
      for (const [auth, env] of [
        [pki.api, {}],
        [pki.foreign, { NODE_TLS_REJECT_UNAUTHORIZED: '0' }],
      ] as const) {
        const service = await world.service({ servers: { auth } });
        const run = await world.fetch(service, {
          ids: ['K-1'],
          more: world.deadline(6),
          env: world.env(env),
        });
        world.expectExit(run, 1);
        world.expectKit(run, 0, { failed: ['network', 'authentication', 'config'] });
        world.check(
          service.journal.length === 0,
          `${service.journal.length} calls over a connection nobody may trust (${auth.commonName}, ${JSON.stringify(env)})`,
        );
      }
      for (const api of [pki.foreign, pki.elsewhere]) {
        const service = await world.service({ servers: { api } });
        service.kit('K-1');
        const run = await world.fetch(service, { ids: ['K-1'], more: world.deadline(6) });
        world.expectExit(run, 1);
        world.expectKit(run, 0, { failed: ['network', 'config', 'service'] });
        world.check(service.calls('pdf').length === 0, 'the token was sent to a server nobody may trust');
      }
      const service = await world.service({ servers: { storage: pki.api } });
      service.kit('K-1');
      const run = await world.fetch(service, { ids: ['K-1'], more: world.deadline(6) });
      world.expectExit(run, 1);
      world.expectKit(run, 0, { failed: ['network', 'document', 'config'] });
      world.check(service.calls('download').length === 0, 'a download over a connection nobody may trust');
    },
  },
  {
    name: 'trust "system": our own CA is unknown, NODE_EXTRA_CA_CERTS makes it known; default when the key is absent',
    needsProcess: 'Node reads NODE_EXTRA_CA_CERTS when it starts',
    async play(world) {
      const pki = thePki();
      const service = await world.service();
      const kit = service.kit('K-1');
      const profile = world.profile(service, { trust: { auth: [pki.authCa.certPem] } });
      const refused = await world.fetch(service, { ids: ['K-1'], profile, more: world.deadline(6) });
      world.expectExit(refused, 1);
      world.expectKit(refused, 0, { failed: ['network', 'config', 'service'] });
      const extra = world.input('extra.pem', pki.apiCa.certPem + pki.storageCa.certPem);
      const run = await world.fetch(service, {
        ids: ['K-1'],
        profile,
        env: world.env({ NODE_EXTRA_CA_CERTS: extra }),
      });
      world.expectExit(run, 0);
      world.expectKit(run, 0, { ready: kit.file.content });
    },
  },
  {
    name: 'several PEM certificates for one server, and the connection dropped before TLS',
    async play(world) {
      const pki = thePki();
      let dropped = 0;
      const service = await world.service({
        onConnection(server, socket) {
          if (server !== 'auth' || dropped > 0) return;
          dropped += 1;
          socket.destroy();
        },
      });
      const kit = service.kit('K-1');
      const both = pki.foreignCa.certPem + pki.authCa.certPem;
      const profile = world.profile(service, {
        trust: {
          auth: [both],
          api: [pki.foreignCa.certPem, pki.apiCa.certPem],
          storage: [pki.storageCa.certPem],
        },
      });
      const run = await world.fetch(service, { ids: ['K-1'], profile });
      if (run.code === 0) world.expectKit(run, 0, { ready: kit.file.content });
      else world.expectKit(run, 0, { failed: 'network' });
    },
  },
  {
    name: 'token_per_scope: a token for each operation, each with its own scope',
    async play(world) {
      const service = await world.service({ tokenPerScope: true });
      const trips = world.input('trips.json', [{ origin: 'KDEN', destination: 'KLAX' }]);
      const run = await world.fetch(service, { trips });
      world.expectExit(run, 0);
      world.expectKit(run, 0, { ready: true });
      const scopes = service.calls('authenticate').map((call) => new URLSearchParams(call.body).get('scope'));
      world.check(
        new Set(scopes).size === 2 && scopes.length === 2,
        `scopes asked for: ${scopes.join(' | ')}`,
      );
    },
  },
  {
    name: 'token lives of seconds: renewed when it ends, and no 401 left over; a lie about the life costs one 401',
    async play(world) {
      // Longer than any call takes, and shorter than the kit: it is asked for every 2 s at most.
      const life = world.seconds(3, 20);
      for (const expiresIn of [String(life), '899']) {
        const service = await world.service({ tokenLifeMs: life * 1000, expiresIn });
        const waits: Answer[] = Array(Math.ceil(0.75 * life)).fill({ status: 202, text: '' });
        const kit = service.kit('K-1', { answers: (own) => [...waits, () => own.ready()] });
        const run = await world.fetch(service, { ids: ['K-1'] });
        world.expectExit(run, 0);
        world.expectKit(run, 0, { ready: kit.file.content });
        const refused = service.calls('pdf').filter(({ answered }) => answered === '401').length;
        const isHonest = expiresIn === String(life);
        world.check(
          !(world.way.inside && isHonest) || refused === 0,
          `${refused} calls with a token that had ended`,
        );
        const asks = service.calls('pdf').length;
        const tokens = service.calls('authenticate').length;
        world.check(
          tokens >= 2 && tokens <= asks + 1,
          `${tokens} tokens for ${asks} calls (expires_in ${expiresIn})`,
        );
      }
    },
  },
  {
    name: '401 once: the token is renewed and the call repeated; twice: authentication',
    async play(world) {
      const service = await world.service();
      const no: Answer = { status: 401, text: '<html>Unauthorized</html>' };
      const kit = service.kit('K-1', { answers: (own) => [no, () => own.ready()] });
      const run = await world.fetch(service, { ids: ['K-1'] });
      world.expectExit(run, 0);
      world.expectKit(run, 0, { ready: kit.file.content });
      const bearers = service.calls('pdf').map((call) => call.headers.authorization);
      world.check(bearers.length === 2 && bearers[0] !== bearers[1], 'the repeated call has the same token');
      const never = await world.service();
      never.kit('K-1', { answers: () => [no] });
      const failed = await world.fetch(never, { ids: ['K-1'] });
      world.expectExit(failed, 1);
      world.expectKit(failed, 0, { failed: 'authentication', status: 401 });
      world.check(never.calls('pdf').length === 2, `${never.calls('pdf').length} get-PDF calls, expected 2`);
      world.check(
        never.calls('authenticate').length === 2,
        `${never.calls('authenticate').length} tokens, expected 2`,
      );
    },
  },
  {
    name: '429 with Retry-After on authentication: seconds and date',
    async play(world) {
      const date = (): string => new Date(world.way.clock.now() + 3000).toUTCString();
      for (const retryAfter of [() => '2', date]) {
        const service = await world.service({
          authenticate: (call, nth) =>
            nth === 1 ? { status: 429, headers: { 'retry-after': retryAfter() } } : call.grant(),
        });
        const kit = service.kit('K-1');
        const run = await world.fetch(service, { ids: ['K-1'] });
        world.expectExit(run, 0);
        world.expectKit(run, 0, { ready: kit.file.content });
        const [first, second] = service.calls('authenticate');
        const gap = (second?.at ?? 0) - (first?.at ?? 0);
        world.check(gap >= 1900, `asked again after ${Math.round(gap)} ms although told to wait`);
      }
    },
  },
  {
    name: 'ten kits meet a 401 together: one renewal for all; the default User-Agent',
    async play(world) {
      const manifest: unknown = JSON.parse(readFileSync(`${root}/package.json`, 'utf8'));
      const { version } = manifest as { version: string };
      const service = await world.service({ userAgent: `cfm-tripkit/${version}` });
      const ids = Array.from({ length: 10 }, (_, index) => `K-${index}`);
      let first: string | undefined;
      const ended =
        (kit: Kit) =>
        (call: Call): Answer => {
          first ??= call.headers.authorization;
          return call.headers.authorization === first ? { status: 401 } : kit.ready();
        };
      for (const id of ids) service.kit(id, { answers: (kit) => [ended(kit)] });
      const run = await world.fetch(service, {
        ids,
        profile: world.profile(service, { user_agent: undefined }),
      });
      world.expectExit(run, 0);
      for (const kit of ids.keys()) world.expectKit(run, kit, { ready: true });
      const tokens = service.calls('authenticate').length;
      world.check(tokens === 2, `${tokens} authentications, expected 2 (single-flight)`);
    },
  },
];

/** Form encoding of a query: a space is a plus. */
function plusForSpace(value: string): string {
  return encodeURIComponent(value).replaceAll('%20', '+');
}

function swapCase(text: string): string {
  return text.replace(/[a-z]/gi, (letter) => (letter < 'a' ? letter.toLowerCase() : letter.toUpperCase()));
}
