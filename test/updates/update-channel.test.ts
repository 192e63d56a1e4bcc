/** Which releases are offered: against the order of versions that npm's own package has, and through any history of channels. */
import { createRequire } from 'node:module';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  compareVersions,
  isOffered,
  isPrerelease,
  type UpdateChannel,
} from '../../main/updates/update-policy.ts';

interface Semver {
  compare(a: string, b: string): number;
  prerelease(version: string): unknown[] | null;
  valid(version: string): string | null;
}
const fromUpdater = createRequire(createRequire(import.meta.url).resolve('electron-updater'));
const semver = fromUpdater('semver') as Semver;

const identifier = fc.oneof(
  fc.constantFrom('alpha', 'beta', 'rc', 'x-1', 'B', '0a'),
  fc.nat(12).map(String),
  fc.constant('9007199254740991'),
);
const version = fc
  .tuple(
    fc.nat(3),
    fc.nat(11),
    fc.nat(3),
    fc.array(identifier, { maxLength: 3 }),
    fc.constantFrom('', '+build.7'),
  )
  .map(([major, minor, patch, pre, build]) => {
    const behind = pre.length > 0 ? `-${pre.join('.')}` : '';
    return `${major}.${minor}.${patch}${behind}${build}`;
  });

test('versions are in the order of Semantic Versioning', () => {
  fc.assert(
    fc.property(version, version, (a, b) => {
      expect(semver.valid(a)).not.toBeNull();
      expect(Math.sign(compareVersions(a, b))).toBe(semver.compare(a, b));
      expect(isPrerelease(a)).toBe(semver.prerelease(a) !== null);
    }),
    { numRuns: 2_000 },
  );
});

test('what is no version is older than every one, and never offered', () => {
  for (const broken of ['', '1.2', 'v1.2.3', '01.2.3', '1.2.3-', 'latest', '1.2.3 ', '1.2.3-a..b']) {
    expect(compareVersions(broken, '0.0.0')).toBeLessThan(0);
    expect(compareVersions('0.0.0', broken)).toBeGreaterThan(0);
    expect(isOffered(broken, { running: '0.0.0', channel: 'beta' })).toBe(false);
  }
});

const channel = fc.constantFrom<UpdateChannel>('stable', 'beta');

test('whatever is released and whichever channel holds, nothing older comes, and on stable nothing but final versions', () => {
  fc.assert(
    fc.property(version, fc.array(fc.tuple(version, channel)), (first, releases) => {
      let running = first;
      for (const [found, chosen] of releases) {
        if (!isOffered(found, { running, channel: chosen })) continue;
        expect(semver.compare(found, running)).toBe(1);
        if (chosen === 'stable') expect(semver.prerelease(found)).toBeNull();
        running = found;
      }
    }),
  );
});

test('back on stable, a beta stays until there is a newer final version', () => {
  const offered = (found: string) => isOffered(found, { running: '2.1.0-beta.2', channel: 'stable' });
  expect(['2.0.9', '2.1.0-beta.1', '2.1.0-beta.3', '2.2.0-rc.1'].filter(offered)).toEqual([]);
  expect(['2.1.0', '2.1.1', '3.0.0'].filter(offered)).toEqual(['2.1.0', '2.1.1', '3.0.0']);
});
