import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import forge from 'node-forge';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { freshFolder } from '../fresh-folder.ts';

describe('The demo service as a process', () => {
  let folder: string;
  let child: ChildProcess | undefined;
  beforeEach(() => {
    folder = freshFolder();
  });
  afterEach(async () => {
    if (child && child.exitCode === null) {
      child.kill('SIGTERM');
      await once(child, 'exit');
    }
  });

  function start(...args: string[]): ChildProcess {
    child = spawn(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', 'test/demo-service/cli.ts', '--out', folder, ...args],
      { stdio: ['ignore', 'pipe', 'pipe'] },
    );
    return child;
  }

  async function firstLine(process: ChildProcess): Promise<string> {
    if (!process.stdout) throw new Error('no output');
    const [line] = (await once(createInterface(process.stdout), 'line')) as [string];
    return line;
  }

  it('writes what a client needs, is steered over the control port, and ends on SIGTERM', async () => {
    const faults = join(folder, 'faults.json');
    await writeFile(
      faults,
      JSON.stringify([{ on: 'auth', times: 2, do: { action: 'status', status: 503 } }]),
    );
    const running = start('--faults', faults, '--pages-max', '2', '--generation', '10-20');
    const ready = JSON.parse(await firstLine(running)) as { ready: boolean; urls: { control: string } };
    expect(ready.ready).toBe(true);

    const passphrase = (await readFile(join(folder, 'passphrase.txt'), 'utf8')).trimEnd();
    expect((await stat(join(folder, 'passphrase.txt'))).mode & 0o777).toBe(0o600);
    expect((await stat(join(folder, 'identity.p12'))).mode & 0o777).toBe(0o600);
    const p12 = forge.asn1.fromDer((await readFile(join(folder, 'identity.p12'))).toString('binary'));
    const identity = forge.pkcs12.pkcs12FromAsn1(p12, passphrase);
    expect(
      identity.getBags({ bagType: forge.pki.oids.certBag ?? '' })[forge.pki.oids.certBag ?? ''],
    ).toHaveLength(2);
    const ca = await readFile(join(folder, 'operator-ca.pem'), 'utf8');
    const profile: unknown = JSON.parse(await readFile(join(folder, 'profile.json'), 'utf8'));
    expect(profile).toMatchObject({ company_code: 'DEMO', trust: { auth: [ca], api: [ca], storage: [ca] } });

    const control = async (path: string, init: RequestInit = {}) => {
      const answer = await fetch(`${ready.urls.control}${path}`, {
        ...init,
        headers: { 'content-type': 'application/json' },
      });
      return { status: answer.status, body: (await answer.json()) as unknown };
    };
    expect((await control('/faults')).body).toMatchObject([{ rule: { on: 'auth' }, struck: 0 }]);
    const rule = { on: 'pdf', do: { action: 'stall', bytes: 10 } };
    expect((await control('/faults', { method: 'POST', body: JSON.stringify([rule]) })).body).toHaveLength(2);
    const bad = await control('/faults', {
      method: 'POST',
      body: '[{"on":"pdf","do":{"action":"explode"}}]',
    });
    expect(bad.status).toBe(400);
    expect((await control('/faults', { method: 'DELETE' })).body).toEqual([]);
    expect((await control('/journal')).body).toEqual([]);
    const kit = { tripkit_id: 'pinned', file: join(folder, 'operator-ca.pem') };
    expect((await control('/tripkits', { method: 'POST', body: JSON.stringify(kit) })).status).toBe(201);
    expect((await control('/about')).body).toMatchObject({
      kits: [{ tripkit_id: 'pinned', generated: true }],
    });
    const form = await fetch(`${ready.urls.control}/faults`, { method: 'POST', body: '[]' });
    expect(form.status).toBe(415);

    running.kill('SIGTERM');
    expect(await once(running, 'exit')).toEqual([0, null]);
  });

  it.each([
    [['--generation', 'soon'], '--generation takes a range'],
    [['--nonsense'], '--nonsense'],
  ])('refuses %j with 2 and says why', async (args, text) => {
    const running = start(...args);
    let errors = '';
    running.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
      errors += chunk;
    });
    const [code] = (await once(running, 'close')) as [number];
    expect(code).toBe(2);
    expect(errors).toContain(text);
  });
});
