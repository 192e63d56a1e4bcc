/**
 * The bill of materials of a release, CycloneDX as JSON, to standard output: `node build/sbom.ts`. npm writes it from
 * package-lock.json (npm docs, "npm sbom"): what the app depends on, without developers’ tools. Its own `--omit=dev` leaves out a
 * package that such a tool needs, too (npm 11). Electron is a tool for npm and a part of the app for
 * its users, so it is added. The same commit gives the same bytes.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sameBytes } from './same-bytes.ts';

interface Component {
  type: string;
  'bom-ref': string;
  name: string;
  version: string;
}

const root = join(import.meta.dirname, '..');
const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
const written = execFileSync(
  npm,
  ['sbom', '--sbom-format=cyclonedx', '--sbom-type=application', '--package-lock-only'],
  { cwd: root, encoding: 'utf8', maxBuffer: 32 * 1024 * 1024, shell: process.platform === 'win32' },
);
const bom: {
  serialNumber: string;
  metadata: { timestamp: string; component: { 'bom-ref': string } };
  components: Component[];
  dependencies: { ref: string; dependsOn?: string[] }[];
} = JSON.parse(written);

const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
const { version, integrity } = lock.packages['node_modules/electron'];
const electron = {
  'bom-ref': `electron@${version}`,
  type: 'framework',
  name: 'electron',
  version,
  purl: `pkg:npm/electron@${version}`,
  licenses: [{ license: { id: 'MIT' } }],
  hashes: [
    { alg: 'SHA-512', content: Buffer.from(integrity.replace('sha512-', ''), 'base64').toString('hex') },
  ],
};
const packages = Object.entries(
  lock.packages as Record<string, { version: string; dev?: true; devOptional?: true }>,
);
const shipped = new Set(
  packages
    .filter(([, { dev, devOptional }]) => !dev && !devOptional)
    .map(([path, one]) => `${path.split('node_modules/').at(-1)}@${one.version}`),
);
bom.components = [...bom.components.filter((one) => shipped.has(one['bom-ref'])), electron];
const refs = new Set([bom.metadata.component['bom-ref'], ...bom.components.map((one) => one['bom-ref'])]);
bom.dependencies = bom.dependencies
  .filter(({ ref }) => refs.has(ref) && ref !== electron['bom-ref'])
  .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((one) => refs.has(one)) }));
const app = bom.dependencies.find(({ ref }) => ref === bom.metadata.component['bom-ref']);
if (app) app.dependsOn = [...new Set([...(app.dependsOn ?? []), electron['bom-ref']])];
bom.dependencies.push({ ref: electron['bom-ref'], dependsOn: [] });
// npm draws the number and tells the time of the build: the commit's time, and a number of what it says, are the same again.
bom.metadata.timestamp = new Date(
  Number(sameBytes({ ...process.env }).SOURCE_DATE_EPOCH) * 1000,
).toISOString();
bom.serialNumber = '';
bom.serialNumber = `urn:uuid:${uuidOf(JSON.stringify(bom))}`;
process.stdout.write(`${JSON.stringify(bom, null, 2)}\n`);

/** A UUID of version 8, made of a text's SHA-256 (RFC 9562, section 5.8). */
function uuidOf(text: string): string {
  const bytes = createHash('sha256').update(text).digest().subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
