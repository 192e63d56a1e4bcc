/** Runs an attack inside a page, as a script that has taken it over, and says what it got. */
import type { Page } from '@playwright/test';
import { decode, encode } from '../host/structured-clone-codec.ts';

/** What one call got. */
export interface Got {
  ok: boolean;
  /** The kind of the failure; `thrown` where the bridge itself refused, `silent` where nothing came in time. */
  kind: string | null;
  message: string;
  /** All of the answer, as JSON. */
  text: string;
}

/** How long an answer may take, ms. */
const PATIENCE_MS = 60_000;

/** Calls `call` of a bridge with each of these arguments, one after the other. */
export async function attackCall(
  page: Page,
  bridge: string,
  call: string,
  tries: readonly (readonly unknown[])[],
): Promise<Got[]> {
  // By its text, because the values that matter most, a field named __proto__ among them, get lost on Playwright's way.
  const given = JSON.stringify([bridge, call, encode(tries), PATIENCE_MS]);
  return page.evaluate(`(${attack.toString()})(${decode.toString()}, ...${given})`);
}

/** Has the page keep every event that it is sent, and reads what came: all of them as JSON. */
export async function listen(
  page: Page,
  bridge: string,
  events: Readonly<Record<string, object>>,
): Promise<() => Promise<string>> {
  const names = Object.entries(events).flatMap(([domain, payloads]) =>
    Object.keys(payloads).map((name): [string, string] => [domain, name]),
  );
  const heard = await page.evaluateHandle(
    ({ bridge, names }) => {
      const kept: string[] = [];
      type Emitter = { on(name: string, listener: (payload: unknown) => void): void };
      const domains = Reflect.get(window, bridge) as Record<string, Emitter>;
      for (const [domain, name] of names)
        domains[domain]?.on(name, (payload) => kept.push(JSON.stringify(payload)));
      return kept;
    },
    { bridge, names },
  );
  return () => heard.evaluate((kept) => kept.join('\n'));
}

/** Runs in the page by its source text. */
async function attack(
  decodeValue: typeof decode,
  bridge: string,
  call: string,
  encoded: string,
  patience_ms: number,
): Promise<Got[]> {
  type Answer = { ok: boolean; error?: { kind: string; message: string } };
  type Bridge = Record<string, Record<string, (...args: unknown[]) => Promise<Answer>>>;
  const [domain = '', name = ''] = call.split('.');
  const calls = (Reflect.get(window, bridge) as Bridge)[domain];
  const got: Got[] = [];
  for (const args of decodeValue(encoded) as unknown[][]) {
    const silent = new Promise<Answer>((resolve) =>
      setTimeout(() => resolve({ ok: true, error: { kind: 'silent', message: '' } }), patience_ms),
    );
    const answer = await Promise.race([Promise.resolve(calls?.[name]?.(...args)), silent]).catch(
      (error: unknown): Answer => ({ ok: false, error: { kind: 'thrown', message: String(error) } }),
    );
    const text = JSON.stringify(answer) ?? '';
    got.push({
      ok: answer?.ok === true,
      kind: answer?.error?.kind ?? null,
      message: answer?.error?.message ?? '',
      text,
    });
  }
  return got;
}
