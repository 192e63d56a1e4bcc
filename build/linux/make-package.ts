#!/usr/bin/env -S node --disable-warning=ExperimentalWarning
/**
 * Makes the deb and the rpm of a release by the systems' own tools, dpkg-deb and rpmbuild. electron-builder calls it in the place of
 * fpm (CUSTOM_FPM_PATH, set by build/same-bytes.ts), with the arguments that fpm would get (app-builder-lib, FpmTarget.js).
 *
 * fpm itself would be fetched as a program that nobody here can look at, gives a package the time and the modes of the machine that
 * built it, leaves the folders of an rpm behind, and has an update undo what it has just set up.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { makeDeb } from './deb.ts';
import { makeRpm } from './rpm.ts';
import { type PackageSpec, stagePackage } from './stage.ts';

const text = { type: 'string' } as const;
const texts = { type: 'string', multiple: true } as const;

/** Reads fpm's arguments. @throws Error where one lacks that a package needs; TypeError for one that is not known */
export function readArguments(args: readonly string[]): PackageSpec {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      s: { ...text, short: 's' },
      t: { ...text, short: 't' },
      d: { ...texts, short: 'd' },
      force: { type: 'boolean' },
      architecture: text,
      'after-install': text,
      'after-remove': text,
      description: text,
      version: text,
      iteration: text,
      package: text,
      name: text,
      maintainer: text,
      vendor: text,
      url: text,
      category: text,
      license: text,
      'deb-recommends': texts,
      'deb-compression': text,
      'deb-priority': text,
      'rpm-summary': text,
      'rpm-compression': text,
      'rpm-os': text,
      'rpm-rpmbuild-define': texts,
      // Ours: `none`, for tests that have no minute to wait.
      compression: text,
    },
  });
  const kind = values.t;
  if (values.s !== 'dir' || (kind !== 'deb' && kind !== 'rpm')) {
    throw new Error(`A deb or an rpm is made of a folder, not ${values.t} of ${values.s}.`);
  }
  const needed = (name: keyof typeof values): string => {
    const value = values[name];
    if (typeof value !== 'string' || value === '') throw new Error(`A package needs --${name}.`);
    return value;
  };
  return {
    kind,
    file: needed('package'),
    name: needed('name'),
    version: needed('version'),
    iteration: values.iteration ?? '1',
    architecture: needed('architecture'),
    maintainer: needed('maintainer'),
    vendor: needed('vendor'),
    url: needed('url'),
    license: needed('license'),
    category: needed('category'),
    priority: values['deb-priority'] ?? 'optional',
    summary: values['rpm-summary'] ?? '',
    description: needed('description'),
    depends: values.d ?? [],
    recommends: values['deb-recommends'] ?? [],
    after_install: needed('after-install'),
    after_remove: needed('after-remove'),
    compression: values.compression ?? values[`${kind}-compression`] ?? 'xz',
    rpm_defines: values['rpm-rpmbuild-define'] ?? [],
    files: positionals.map((pair) => {
      const [from, to, ...more] = pair.split('=');
      if (!from || !to || more.length > 0) throw new Error(`${pair} is not FROM=TO.`);
      return { from, to };
    }),
  };
}

/** Makes the package. @param epoch the time of everything in it, seconds since 1970 @throws Error with what the tool said */
export function makePackage(spec: PackageSpec, epoch: number): void {
  const work = mkdtempSync(join(tmpdir(), 'tripkit-package-'));
  try {
    const stage = join(work, 'stage');
    stagePackage(spec.files, stage, epoch);
    if (spec.kind === 'deb') makeDeb(spec, stage, epoch);
    else makeRpm(spec, stage, work, epoch);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** The time of everything in a package (reproducible-builds.org, SOURCE_DATE_EPOCH). @throws Error where there is none */
function epochOf(env: NodeJS.ProcessEnv): number {
  const given = env.SOURCE_DATE_EPOCH ?? '';
  if (!/^\d{1,10}$/.test(given)) {
    throw new Error(
      'SOURCE_DATE_EPOCH has to be the time of the commit, in seconds since 1970 (build/same-bytes.ts).',
    );
  }
  return Number(given);
}

if (import.meta.main) {
  try {
    makePackage(readArguments(process.argv.slice(2)), epochOf(process.env));
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}
