import { describe, expect, it } from 'vitest';
import { TripKitError } from '../../main/common/errors.ts';
import { redactText } from '../../main/common/redact.ts';
import { TokenSource } from '../../main/service/token-source.ts';
import { VirtualClock } from '../virtual-clock.ts';

function setUp(expires_in = 899) {
  const clock = new VirtualClock();
  const granted: string[] = [];
  let answer: (() => Promise<never>) | null = null;
  const source = new TokenSource({
    clock,
    grant: async (scopes) => {
      if (answer) return answer();
      granted.push(`token-${granted.length + 1}`);
      return { value: `${granted.at(-1)}-of-${scopes.join('+')}`, expires_in };
    },
  });
  return {
    clock,
    source,
    granted,
    fail: (error: Error | null) => {
      answer = error && (() => Promise.reject(error));
    },
  };
}

describe('the token source', () => {
  it('keeps a token until shortly before its end, also one that lives for seconds', async () => {
    for (const [expires_in, kept_ms] of [
      [899, 868_000],
      [3, 2_600],
      [1, 800],
    ] as const) {
      const { clock, source, granted } = setUp(expires_in);
      const first = await source.get(['a']);
      await clock.advance(kept_ms);
      expect(await source.get(['a'])).toBe(first);
      await clock.advance(expires_in * 1000 - kept_ms);
      expect(await source.get(['a'])).not.toBe(first);
      expect(granted).toHaveLength(2);
    }
  });

  it('authenticates once however many wait, and once per set of scopes in any order', async () => {
    const { source, granted } = setUp();
    await Promise.all(Array.from({ length: 50 }, () => source.get(['a', 'b'])));
    await source.get(['b', 'a']);
    expect(granted).toHaveLength(1);
    await source.get(['a']);
    expect(granted).toHaveLength(2);
  });

  it('never drops the successor of a token that is refused late', async () => {
    const { source, granted } = setUp();
    const old = await source.get(['a']);
    source.drop(old);
    const renewed = await source.get(['a']);
    source.drop(old);
    expect(await source.get(['a'])).toBe(renewed);
    expect(granted).toHaveLength(2);
  });

  it('tells a refusal again for a moment, a failed network never', async () => {
    const { clock, source, fail } = setUp();
    fail(new TripKitError('authentication', 'Refused. Ask IT.'));
    await expect(source.get(['a'])).rejects.toThrow('Refused');
    fail(new TripKitError('network', 'Gone. Try again.'));
    await expect(source.get(['a'])).rejects.toThrow('Refused');
    await clock.advance(6_000);
    await expect(source.get(['a'])).rejects.toThrow('Gone');
    fail(null);
    await source.get(['a']);
  });

  it('ends one wait without ending the authentication that others wait for', async () => {
    const { source, granted } = setUp();
    const abort = new AbortController();
    const [given, kept] = [source.get(['a'], abort.signal), source.get(['a'])];
    abort.abort();
    await expect(given).rejects.toMatchObject({ name: 'AbortError' });
    await kept;
    expect(granted).toHaveLength(1);
  });

  it('has its tokens redacted while they are valid, in use or dropped', async () => {
    const { source } = setUp();
    const token = await source.get(['a']);
    expect(redactText(`failed with ${token.value}`)).not.toContain(token.value);
    source.drop(token);
    await source.get(['a']);
    source.close();
    expect(redactText(`failed with ${token.value}`)).not.toContain(token.value);
  });
});
