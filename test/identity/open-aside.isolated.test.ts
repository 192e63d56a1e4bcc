import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { openAside } from '../../main/identity/open-aside.ts';
import { openPkcs12, SeveralKeysError } from '../../main/identity/pkcs12.ts';

const passphrase = 'correct horse';
const fixture = (name: string) => readFileSync(new URL(`fixtures/${name}`, import.meta.url));

test('a file opens to what it holds, and is refused for the same reasons', async () => {
  const bytes = fixture('rsa-aes256.p12');
  expect(await openAside({ bytes, passphrase })).toEqual(openPkcs12(bytes, passphrase));
  await expect(openAside({ bytes, passphrase: 'another' })).rejects.toMatchObject({
    kind: 'identity',
    condition: 'wrong_passphrase',
    message: expect.stringContaining('keyboard layout'),
  });
  const several = fixture('two-keys.p12');
  const refused = await openAside({ bytes: several, passphrase }).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(SeveralKeysError);
  const [, second] = (refused as SeveralKeysError).choices;
  const key = { sha256: second?.sha256 ?? '' };
  expect((await openAside({ bytes: several, passphrase, key })).facts.sha256).toBe(key.sha256);
});

test('a costly one holds nobody up', async () => {
  let turns = 0;
  const turning = setInterval(() => {
    turns += 1;
  }, 1);
  await openAside({ bytes: fixture('rsa-600k-iterations.p12'), passphrase });
  clearInterval(turning);
  expect(turns).toBeGreaterThan(10);
});

test('one that takes too long is refused', async () => {
  await expect(openAside({ bytes: fixture('rsa-600k-iterations.p12'), passphrase }, 1)).rejects.toMatchObject(
    { kind: 'identity', condition: 'too_costly' },
  );
});
