/**
 * The demo service as a process: writes what a client needs into a folder, prints one line of JSON when it is ready,
 * and runs until SIGINT or SIGTERM.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { type DemoServiceOptions, startDemoService } from './demo-service.ts';
import { faultScript } from './faults.ts';

const usage = `node test/demo-service/cli.ts [options]
  --out DIR               writes profile.json, identity.p12, passphrase.txt, operator-ca.pem (and foreign-identity.p12,
                          foreign-passphrase.txt) here; default demo-service-files
  --generation FROM-TO    generation time in ms; default 20000-30000
  --earliest-poll MS      earliest get-PDF after the request: ms, or "in_proportion" to --generation; default 5000
  --pages-max N           at most N pages a kit
  --document FILE         this file is the document of every requested kit; repeat it for one after the other
  --tripkit-id ID         id of the next requested kit, hostile ones too; may be repeated
  --token-life S          validity of tokens; default 899
  --url-life S            validity of storage URLs; default 28800
  --odd-tokens            tokens that need percent-encoding
  --refuse-in-handshake   foreign client certificates fail in TLS instead of with access_denied
  --faults FILE           fault rules, a JSON list (test/demo-service/faults.ts)
  --port-base N           auth, api, storage, plain storage and control on N to N+4; default: free ports
  --seed N                repeatable generation times and ids
`;

const count = z.coerce.number().int().min(0);

function optionsOf(argv: string[]): { out: string; faults: string | undefined; service: DemoServiceOptions } {
  const { values } = parseArgs({
    args: argv,
    options: {
      out: { type: 'string', default: 'demo-service-files' },
      generation: { type: 'string' },
      'earliest-poll': { type: 'string' },
      'pages-max': { type: 'string' },
      document: { type: 'string', multiple: true },
      'tripkit-id': { type: 'string', multiple: true },
      'token-life': { type: 'string' },
      'url-life': { type: 'string' },
      'odd-tokens': { type: 'boolean' },
      'refuse-in-handshake': { type: 'boolean' },
      faults: { type: 'string' },
      'port-base': { type: 'string' },
      seed: { type: 'string' },
    },
  });
  const service: DemoServiceOptions = {};
  if (values.generation !== undefined) {
    const match = /^(\d+)-(\d+)$/.exec(values.generation);
    if (!match || Number(match[1]) > Number(match[2])) {
      throw new Error('--generation takes a range in ms, for example 20000-30000.');
    }
    service.generation_ms = { from: Number(match[1]), to: Number(match[2]) };
  }
  const poll = values['earliest-poll'];
  if (poll !== undefined) service.earliest_poll_ms = poll === 'in_proportion' ? poll : count.parse(poll);
  if (values['pages-max'] !== undefined) service.pages_max = count.parse(values['pages-max']);
  if (values.document !== undefined) service.documents = values.document.map((file) => resolve(file));
  if (values['tripkit-id'] !== undefined) service.tripkit_ids = values['tripkit-id'];
  if (values['token-life'] !== undefined) service.token_life_s = count.parse(values['token-life']);
  if (values['url-life'] !== undefined) service.storage_url_life_s = count.parse(values['url-life']);
  if (values['odd-tokens']) service.odd_tokens = true;
  if (values['refuse-in-handshake']) service.refuse_in_handshake = true;
  if (values['port-base'] !== undefined) service.port_base = count.parse(values['port-base']);
  if (values.seed !== undefined) service.seed = count.parse(values.seed);
  return { out: resolve(values.out), faults: values.faults, service };
}

async function run(argv: string[]): Promise<void> {
  const { out, faults, service: options } = optionsOf(argv);
  if (faults !== undefined) options.faults = faultScript.parse(JSON.parse(await readFile(faults, 'utf8')));
  const service = await startDemoService(options);
  await mkdir(out, { recursive: true });
  const file = (name: string) => join(out, name);
  const secret = { mode: 0o600 };
  await Promise.all([
    writeFile(file('profile.json'), `${JSON.stringify(service.profile, null, 2)}\n`),
    writeFile(file('operator-ca.pem'), service.pki.operator.pem),
    writeFile(file('identity.p12'), service.identity.p12, secret),
    writeFile(file('passphrase.txt'), `${service.identity.passphrase}\n`, secret),
    writeFile(file('foreign-identity.p12'), service.foreignIdentity.p12, secret),
    writeFile(file('foreign-passphrase.txt'), `${service.foreignIdentity.passphrase}\n`, secret),
  ]);
  const ready = {
    ready: true,
    pid: process.pid,
    urls: service.urls,
    profile: file('profile.json'),
    identity: file('identity.p12'),
    passphrase_file: file('passphrase.txt'),
    operator_ca: file('operator-ca.pem'),
  };
  process.stdout.write(`${JSON.stringify(ready)}\n`);
  await new Promise<void>((resolveStop) => {
    process.once('SIGINT', () => resolveStop());
    process.once('SIGTERM', () => resolveStop());
  });
  await service.close();
}

if (process.argv.includes('--help')) process.stdout.write(usage);
else {
  run(process.argv.slice(2)).catch((error: unknown) => {
    const text = error instanceof z.ZodError ? z.prettifyError(error) : String(error);
    process.stderr.write(`${text}\n\n${usage}`);
    process.exitCode = 2;
  });
}
