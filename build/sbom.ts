/**
 * The bill of materials of a release, CycloneDX as JSON, to standard output: `node build/sbom.ts`. npm writes it from
 * package-lock.json (npm docs, "npm sbom"): what the app depends on. Electron is a tool for npm and a part of the app for
 * its users, so it is added.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

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
  ['sbom', '--sbom-format=cyclonedx', '--sbom-type=application', '--omit=dev', '--package-lock-only'],
  { cwd: root, encoding: 'utf8', maxBuffer: 32 * 1024 * 1024, shell: process.platform === 'win32' },
);
const bom: {
  metadata: { component: { 'bom-ref': string } };
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
bom.components = [...bom.components.filter(({ name }) => name !== 'electron'), electron];
const app = bom.dependencies.find(({ ref }) => ref === bom.metadata.component['bom-ref']);
if (app) app.dependsOn = [...(app.dependsOn ?? []), electron['bom-ref']];
bom.dependencies.push({ ref: electron['bom-ref'], dependsOn: [] });
process.stdout.write(`${JSON.stringify(bom, null, 2)}\n`);
