/**
 * `npm run bench`: what a headless fetch of one ready kit costs beside a shell script that does the same with curl, and
 * what a large kit does to memory. Everything in one run on one machine; ratios count, not milliseconds.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { openPkcs12 } from '../../main/identity/pkcs12.ts';
import manifest from '../../package.json' with { type: 'json' };
import { type DemoService, startDemoService } from '../demo-service/demo-service.ts';
import { writeSyntheticKit } from './synthetic-kit.ts';

const RUNS = Number(process.env.BENCH_RUNS ?? 11);
const MB = 1_000_000;
const kits = [
  { id: 'small', pages: 20, bytes: 1 * MB },
  { id: 'medium', pages: 300, bytes: 24 * MB },
  { id: 'large', pages: 600, bytes: 200 * MB },
];
const TARGET_RATIO = 1.3;
const TARGET_RSS_MB = 60;

const here = new URL('.', import.meta.url).pathname;
/** The flags that `npm run tripkit` runs with: a small young generation gives the buffers of a download back soon. */
const nodeFlags = manifest.scripts.tripkit.split(' ').filter((word) => word.startsWith('--'));
const folder = await mkdtemp(join(tmpdir(), 'tripkit-bench-'));
const files = {
  profile: join(folder, 'profile.json'),
  p12: join(folder, 'identity.p12'),
  passphrase: join(folder, 'passphrase.txt'),
  ca: join(folder, 'ca.pem'),
  cert: join(folder, 'cert.pem'),
  key: join(folder, 'key.pem'),
};
const demo = await startDemoService({ seed: 1, pages_max: 2 });
try {
  await prepare(demo);
  print(`headless fetch of one ready kit, process start excluded, ${RUNS} runs each, interleaved`);
  print(
    `machine: ${cpus()[0]?.model ?? 'unknown'}, ${availableParallelism()} cores; Node ${process.version}`,
  );
  print('');
  print('| kit | tripkit fetch, ms (median) | curl script, ms (median) | ratio | target |');
  print('|---|---|---|---|---|');
  const rss: Record<string, number> = {};
  for (const { id, pages, bytes } of kits) {
    const ours: number[] = [];
    const theirs: number[] = [];
    for (let run = 0; run < RUNS; run += 1) {
      const cost = await headless(id, run);
      ours.push(cost.ms);
      rss[id] = Math.max(rss[id] ?? 0, cost.max_rss_kib / 1024);
      theirs.push(await curl(id, run));
    }
    const ratio = median(ours) / median(theirs);
    print(
      `| ${id}: ${pages} pages, ${bytes / MB} MB | ${median(ours).toFixed(0)} | ${median(theirs).toFixed(0)} | ${ratio.toFixed(2)} | ≤ ${TARGET_RATIO} |`,
    );
  }
  const idle = (await headless('none', 0, ['profile', 'check', files.profile])).max_rss_kib / 1024;
  print('');
  print('| resident memory at its highest | MiB | above "profile check" | above the small kit | target |');
  print('|---|---|---|---|---|');
  print(`| tripkit profile check (nothing fetched) | ${idle.toFixed(0)} | | | |`);
  for (const { id, bytes } of kits) {
    const most = rss[id] ?? 0;
    const target = id === 'large' ? `< ${TARGET_RSS_MB} MB` : '';
    print(
      `| tripkit fetch, ${bytes / MB} MB | ${most.toFixed(0)} | ${(most - idle).toFixed(0)} | ${(most - (rss.small ?? 0)).toFixed(0)} | ${target} |`,
    );
  }
} finally {
  await demo.close();
  await rm(folder, { recursive: true, force: true });
}

async function prepare({ profile, identity, pki, addTripKit }: DemoService): Promise<void> {
  const { key, cert } = openPkcs12(identity.p12, identity.passphrase);
  await writeFile(files.profile, JSON.stringify(profile));
  await writeFile(files.p12, identity.p12);
  await writeFile(files.passphrase, identity.passphrase);
  await writeFile(files.ca, pki.operator.pem);
  await writeFile(files.cert, cert);
  await writeFile(files.key, key);
  await chmod(files.key, 0o600);
  for (const { id, pages, bytes } of kits) {
    const file = join(folder, `${id}.pdf`);
    await writeSyntheticKit(file, pages, bytes);
    await addTripKit({ tripkit_id: id, file });
  }
}

async function headless(
  id: string,
  run: number,
  command = [
    'fetch',
    '--profile',
    files.profile,
    '--identity',
    files.p12,
    '--passphrase-file',
    files.passphrase,
    '--out',
    join(folder, `ours-${run}`),
    '--id',
    id,
    '--json',
  ],
): Promise<{ ms: number; max_rss_kib: number }> {
  const child = spawn(process.execPath, [...nodeFlags, join(here, 'measured-headless.ts'), ...command], {
    stdio: ['ignore', 'ignore', 'inherit', 'pipe'],
  });
  let text = '';
  child.stdio[3]?.on('data', (piece: Buffer) => {
    text += piece.toString();
  });
  await ended(child);
  await rm(join(folder, `ours-${run}`), { recursive: true, force: true });
  return JSON.parse(text);
}

async function curl(id: string, run: number): Promise<number> {
  const out = join(folder, `theirs-${run}.pdf`);
  const { profile } = demo;
  const env = {
    ...process.env,
    AUTH_URL: profile.auth_url.replace('{company_code}', profile.company_code),
    BASE_URL: profile.base_url,
    COMPANY: profile.company_code,
    CLIENT_ID: profile.client_id,
    SCOPE: `${profile.scopes.request} ${profile.scopes.download}`,
    AGENT: profile.user_agent,
    CA: files.ca,
    CERT: files.cert,
    KEY: files.key,
    ID: id,
    OUT: out,
  };
  const started = performance.now();
  await ended(spawn(join(here, 'curl-fetch.sh'), { env, stdio: ['ignore', 'inherit', 'inherit'] }));
  const ms = performance.now() - started;
  await rm(out, { force: true });
  await rm(`${out}.sha256`, { force: true });
  return ms;
}

async function ended(child: ChildProcess): Promise<void> {
  const code = await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  if (code !== 0) throw new Error(`${child.spawnfile} ended with ${String(code)}`);
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
