/** Get trip kit PDF (4.3): every answer inside and outside the interface, many kits a run. */
import type { Kind } from '../events.ts';
import { minimalPdf } from '../minimal-pdf.ts';
import { type Answer, type Call, generating, type Kit, refusal } from '../strict-service.ts';
import type { Expected, Json, Scenario, World } from '../world.ts';

type Answers = (kit: Kit) => Kit['answers'];

/** Fetches many kits in one run, each with its own answers and its own expected end. */
async function table(
  world: World,
  rows: Record<string, [Answers, Expected]>,
  more: string[] = [],
): Promise<void> {
  const service = await world.service();
  const names = Object.keys(rows);
  for (const [id, [answers]] of Object.entries(rows)) service.kit(id, { answers });
  const run = await world.fetch(service, { ids: names, more });
  const expected = Object.values(rows).map(([, end]) => end);
  world.expectExit(run, expected.some((end) => end.failed) ? 1 : 0);
  for (const [index, end] of expected.entries()) {
    const content = service.kits.get(names[index] ?? '')?.file.content ?? true;
    world.expectKit(run, index, end.ready ? { ...end, ready: content } : end);
  }
  world.check(
    service.calls('authenticate').length === 1,
    `${service.calls('authenticate').length} authentications`,
  );
}

const ok: Answers = (kit) => [() => kit.ready()];
const once =
  (answer: Answer): Answers =>
  () => [answer];
const thenReady =
  (...answers: Kit['answers']): Answers =>
  (kit) => [...answers, () => kit.ready()];
const withMessages =
  (messages: unknown, more: object = {}): Answers =>
  (kit) => [() => kit.ready({ messages, ...more })];
const failed = (kind: Kind | readonly Kind[], status?: number, codes?: readonly string[]): Expected => ({
  failed: kind,
  ...(status === undefined ? {} : { status }),
  ...(codes === undefined ? {} : { codes }),
});
const json = (status: number, body: unknown): Answers => once({ status, json: body });
const text = (status: number, body: string, type = 'application/json'): Answers =>
  once({ status, text: body, headers: { 'content-type': type } });
const warning = { code: '205', type: 'Warning', message: 'One or more route points had multiple matches' };

/** Checks that a kit's second call came so long after a time. */
function waited(world: World, calls: readonly Call[], told: number, ms: number): void {
  const [, second] = calls;
  const gap = (second?.at ?? Number.NaN) - told;
  world.check(
    gap >= ms,
    `${second?.tripkitId} called again ${Math.round(gap)} ms after a 429 that asks for ${ms} ms`,
  );
}

export const pdfAnswers: Scenario[] = [
  {
    name: 'get-PDF: 400, 404 and unknown codes, types and fields',
    async play(world) {
      await table(world, {
        fine: [ok, { ready: true }],
        origin: [once(refusal(400, '201')), failed('rejected', 400, ['201'])],
        alternate: [once(refusal(400, '203')), failed('rejected', 400, ['203'])],
        'empty-400': [once({ status: 400 }), failed('rejected', 400)],
        'html-400': [text(400, '<html>no</html>', 'text/html'), failed('rejected', 400)],
        gone: [once(refusal(404, '404')), failed('not_found', 404, ['404'])],
        'empty-404': [once({ status: 404 }), failed('not_found', 404)],
        'two-errors': [
          json(400, {
            messages: [
              { code: '201', type: 'Error', message: 'An origin' },
              { code: '203', type: 'Error', message: 'An alternate' },
            ],
          }),
          failed('rejected', 400, ['201', '203']),
        ],
        'unknown-code': [
          json(400, {
            messages: [{ code: '877', type: 'Fatal', message: 'New', since: '2027' }],
            trace: 'x',
          }),
          failed('rejected', 400, ['877']),
        ],
        'text-plain': [
          (kit) => [
            () => ({
              status: 200,
              text: JSON.stringify({ url: kit.url() }),
              headers: { 'content-type': 'text/plain' },
            }),
          ],
          { ready: true },
        ],
        warned: [withMessages([warning]), { ready: true, codes: ['205'] }],
        'unknown-200': [
          withMessages([{ code: '999', type: 'Notice', message: 'Hello', lang: 'en' }], {
            size: 3,
            pages: [1],
          }),
          { ready: true, codes: ['999'] },
        ],
      });
    },
  },
  {
    name: 'get-PDF: messages of a 200 reach the ready event whole, absent ones are an empty list',
    async play(world) {
      const service = await world.service();
      const odd = { code: '999', type: 'Notice', message: 'Zoë “quotes” "straight"', lang: 'en' };
      service.kit('with', { answers: withMessages([warning, odd]) });
      service.kit('without');
      const run = await world.fetch(service, { ids: ['with', 'without'] });
      world.expectExit(run, 0);
      const end = world.expectKit(run, 0, { ready: true });
      world.check(
        JSON.stringify(end?.messages) === JSON.stringify([warning, odd]),
        `messages came as ${JSON.stringify(end?.messages)}`,
      );
      const none = world.expectKit(run, 1, { ready: true });
      world.check(
        JSON.stringify(none?.messages) === '[]',
        `no messages came as ${JSON.stringify(none?.messages)}`,
      );
    },
  },
  {
    name: 'get-PDF: messages of odd shapes are never fatal',
    async play(world) {
      const shapes = [
        null,
        'text',
        7,
        {},
        [null, 1, 'x', [], {}],
        [{ code: 205, type: 'Warning', message: 'a number as code' }],
        [{ code: '205' }],
        [{ code: '205', type: null, message: { deep: ['x'] } }],
        [[warning]],
      ];
      const rows: Record<string, [Answers, Expected]> = {};
      for (const [index, messages] of shapes.entries()) {
        rows[`ready-${index}`] = [withMessages(messages), { ready: true }];
        rows[`bad-${index}`] = [json(400, { messages }), failed('rejected', 400)];
      }
      await table(world, rows);
    },
  },
  {
    name: 'get-PDF: answers outside the interface are of kind service',
    async play(world) {
      const service = failed('service');
      await table(
        world,
        {
          'no-url': [json(200, {}), service],
          'null-url': [json(200, { url: null }), service],
          'number-url': [json(200, { url: 5 }), service],
          'list-url': [json(200, { url: ['https://127.0.0.1/'] }), service],
          'empty-url': [json(200, { url: '' }), failed(['service', 'document'])],
          'bad-json': [text(200, '{"url": "https://'), service],
          'html-200': [text(200, '<html>portal</html>', 'text/html'), service],
          'empty-200': [once({ status: 200 }), service],
          'list-200': [json(200, []), service],
          'string-200': [json(200, 'https://127.0.0.1/x.pdf'), service],
          'null-200': [json(200, null), service],
          moved: [once({ status: 302, headers: { location: 'https://127.0.0.1:1/elsewhere' } }), service],
          teapot: [once({ status: 418, text: 'short and stout' }), service],
          forbidden: [once({ status: 403 }), failed(['service', 'authentication'])],
          'empty-204': [once({ status: 204 }), service],
          proto: [text(200, '{"__proto__":{"url":"https://127.0.0.1/x"}}'), service],
          duplicate: [text(200, '{"url":1,"url":2}'), service],
        },
        world.deadline(12),
      );
    },
  },
  {
    name: 'get-PDF: 5xx once then fine, dropped once then fine, 202 with empty and odd bodies',
    async play(world) {
      const again = { ready: true } as const;
      await table(world, {
        'once-500': [thenReady({ status: 500, text: 'oops' }), again],
        'once-503': [thenReady({ status: 503, headers: { 'retry-after': '1' } }), again],
        'once-502': [thenReady({ status: 502, text: '<html>Bad Gateway</html>' }), again],
        dropped: [thenReady('drop'), again],
        garbage: [thenReady({ raw: 'HTTP/1.1 banana\r\n\r\n' }), again],
        'empty-202': [thenReady({ status: 202 }), again],
        'html-202': [
          thenReady({ status: 202, text: '<html>', headers: { 'content-type': 'text/html' } }),
          again,
        ],
        documented: [thenReady(generating), again],
        'other-info': [
          thenReady({ status: 202, json: { messages: [{ code: '299', type: 'Info', message: 'Soon' }] } }),
          again,
        ],
      });
    },
  },
  {
    name: 'get-PDF: 202 for ever ends with --deadline, of kind deadline; 5xx for ever ends too',
    async play(world) {
      const service = await world.service();
      service.kit('slow', { answers: once(generating) });
      service.kit('empty', { answers: once({ status: 202 }) });
      service.kit('broken', { answers: once({ status: 500, text: 'oops' }) });
      service.kit('fine');
      const began = world.way.clock.monotonic();
      const run = await world.fetch(service, {
        ids: ['slow', 'empty', 'broken', 'fine'],
        more: world.deadline(7),
      });
      const took = world.way.clock.monotonic() - began;
      world.expectExit(run, 1);
      world.expectKit(run, 0, { failed: 'deadline' });
      world.expectKit(run, 1, { failed: 'deadline' });
      world.expectKit(run, 2, { failed: 'service', status: 500 });
      world.expectKit(run, 3, { ready: true });
      const limit = world.seconds(7);
      world.check(!world.way.inside || took <= 7_500, `took ${took} ms with --deadline 7`);
      const asks = service.calls('pdf', 'slow').length;
      world.check(asks >= 2 && asks <= limit + 1, `${asks} calls in ${limit} s while 202`);
    },
  },
  {
    name: 'get-PDF: 404 with code 301 renews the token once; a second one is authentication',
    async play(world) {
      const service = await world.service();
      const once301 = refusal(404, '301', 'Authentication failure');
      const kit = service.kit('once', { answers: thenReady(once301) });
      const run = await world.fetch(service, { ids: ['once'] });
      world.expectExit(run, 0);
      world.expectKit(run, 0, { ready: kit.file.content });
      world.check(
        service.calls('authenticate').length === 2,
        `${service.calls('authenticate').length} tokens, expected 2`,
      );
      const never = await world.service();
      never.kit('never', { answers: once(once301) });
      const refused = await world.fetch(never, { ids: ['never'] });
      world.expectExit(refused, 1);
      world.expectKit(refused, 0, { failed: 'authentication', status: 404, codes: ['301'] });
      world.check(never.calls('pdf').length === 2, `${never.calls('pdf').length} get-PDF calls, expected 2`);
    },
  },
  {
    name: 'get-PDF: 429 with Retry-After in seconds and as a date; other kits wait too',
    async play(world) {
      const date = (): Answer => ({
        status: 429,
        headers: { 'retry-after': new Date(world.way.clock.now() + 4000).toUTCString() },
      });
      for (const [answer, ms] of [
        [() => ({ status: 429, headers: { 'retry-after': '3' } }), 3000],
        [date, 2900],
      ] as const) {
        const service = await world.service();
        const kit = service.kit('busy', { answers: thenReady(answer) });
        service.kit('other', { answers: (own) => [generating, () => own.ready()] });
        const run = await world.fetch(service, { ids: ['busy', 'other'] });
        world.expectExit(run, 0);
        world.expectKit(run, 0, { ready: kit.file.content });
        world.expectKit(run, 1, { ready: true });
        // Both were on their way before anybody was told; what each of them calls next waits (one limiter for all kits).
        const told = service.calls('pdf', 'busy')[0]?.at ?? Number.NaN;
        for (const id of ['busy', 'other']) waited(world, service.calls('pdf', id), told, ms);
      }
    },
  },
  {
    name: '429 without Retry-After, with an odd one and with a long one and --deadline',
    async play(world) {
      const service = await world.service();
      service.kit('bare', { answers: thenReady({ status: 429 }) });
      service.kit('odd', { answers: thenReady({ status: 429, headers: { 'retry-after': 'soon' } }) });
      const run = await world.fetch(service, { ids: ['bare', 'odd'] });
      world.expectExit(run, 0);
      const long = await world.service();
      long.kit('long', { answers: once({ status: 429, headers: { 'retry-after': '86400' } }) });
      const ended = await world.fetch(long, { ids: ['long'], more: world.deadline(5) });
      world.expectExit(ended, 1);
      world.expectKit(ended, 0, { failed: ['deadline', 'service'] });
      world.check(long.calls('pdf').length === 1, 'called again although told to wait a day');
    },
  },
  {
    name: 'fifty kits at once: one authentication, each saved whole, batch limits kept',
    async play(world) {
      let now = 0;
      let most = 0;
      const service = await world.service();
      const ids = Array.from({ length: 50 }, (_, index) => `KIT-${index}`);
      for (const id of ids) {
        service.kit(id, {
          file: {
            content: minimalPdf({ bytes: 60_000 }),
            answer: ({ response }) => {
              now += 1;
              most = Math.max(most, now);
              response.on('close', () => {
                now -= 1;
              });
              return false;
            },
          },
        });
      }
      const profile = world.profile(service, {
        batch: { max_alternates: 6, parallel_requests: 4, parallel_downloads: 2 },
      });
      const run = await world.fetch(service, { ids, profile });
      world.expectExit(run, 0);
      for (const [index, id] of ids.entries()) {
        world.expectKit(run, index, { ready: service.kits.get(id)?.file.content ?? true, file: `${id}.pdf` });
      }
      world.check(
        service.calls('authenticate').length === 1,
        `${service.calls('authenticate').length} authentications`,
      );
      world.check(
        service.calls('pdf').length === 50,
        `${service.calls('pdf').length} get-PDF calls for 50 ready kits`,
      );
      world.check(most <= 2, `${most} downloads at once, the profile allows 2`);
    },
  },
  {
    name: 'an endless or huge JSON answer is refused, not collected',
    async play(world) {
      const service = await world.service();
      service.kit('huge', {
        answers: () => [
          {
            status: 200,
            text: `{"url":"${'x'.repeat(40_000_000)}"}`,
            headers: { 'content-type': 'application/json' },
          },
        ],
      });
      const run = await world.fetch(service, { ids: ['huge'], more: world.deadline(15) });
      world.expectExit(run, 1);
      const end = world.expectKit(run, 0, { failed: ['service', 'document', 'network'] });
      world.check(JSON.stringify(end as Json).length < 3000, 'the event repeats the huge answer');
    },
  },
  {
    name: 'a service that repeats secrets in its answers: the token and storage queries are not passed on',
    async play(world) {
      const service = await world.service();
      const echo =
        (status: number) =>
        (call: Call): Answer =>
          refusal(
            status,
            '900',
            `refused: ${call.headers.authorization}, see ${service.origin('storage')}/x?${service.secretQuery()}`,
          );
      service.kit('in-400', { answers: () => [echo(400)] });
      service.kit('in-404', { answers: () => [echo(404)] });
      service.kit('in-500', { answers: () => [echo(500)] });
      service.kit('in-202', { answers: () => [echo(202)] });
      service.kit('in-200', {
        answers: (own) => [
          (call) =>
            own.ready({
              messages: [{ code: '205', type: 'Warning', message: `with ${call.headers.authorization}` }],
            }),
        ],
      });
      for (const json of [true, false]) {
        const ids = ['in-400', 'in-404', 'in-500', 'in-202', 'in-200'];
        const run = await world.fetch(service, { ids, json, more: world.deadline(4) });
        world.expectExit(run, 1);
        if (json) world.expectKit(run, 0, { failed: 'rejected', status: 400, codes: ['900'] });
      }
    },
  },
];
