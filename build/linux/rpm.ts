/** An rpm by rpmbuild (rpm.org: "Spec file format", "Macro syntax", "Reproducible builds"). */
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterInstall, afterRemove, type PackageSpec, stagedFiles } from './stage.ts';

/** Where the app is installed; the folder belongs to the package, so it is removed with it. */
const APPS = 'opt';

/** One thread each: with several the bytes depend on how many there are. */
const payloads: Readonly<Record<string, string>> = {
  xz: 'w6.xzdio',
  // The dependencies that electron-builder adds by default.
  xzmt: 'w6.xzdio',
  gzip: 'w6.gzdio',
  zst: 'w19.zstdio',
  none: 'w0.ufdio',
};

/** Makes an rpm of a staged folder. @param work an own folder beside it @param epoch seconds since 1970 @throws Error with what rpmbuild said */
export function makeRpm(spec: PackageSpec, stage: string, work: string, epoch: number): void {
  const payload = payloads[spec.compression];
  if (payload === undefined) throw new Error(`An rpm can't be compressed by ${spec.compression}.`);
  const file = join(work, 'package.spec');
  writeFileSync(file, specFile(spec, stage));
  const made = join(work, 'made');
  mkdirSync(made);
  const defines = [
    `_topdir ${join(work, 'rpmbuild')}`,
    `_rpmdir ${made}`,
    '_build_name_fmt package.rpm',
    `_binary_payload ${payload}`,
    // The same bytes on every computer, at any time.
    '_buildhost reproducible',
    'use_source_date_epoch_as_buildtime 1',
    'clamp_mtime_to_source_date_epoch 1',
    'source_date_epoch_from_changelog 0',
    // Built long ago: nothing is stripped, split or compressed again.
    'debug_package %{nil}',
    '__os_install_post %{nil}',
    ...spec.rpm_defines,
  ];
  const args = ['-bb', '--quiet', '--target', `${spec.architecture}-linux`];
  execFileSync('rpmbuild', [...args, ...defines.flatMap((define) => ['--define', define]), file], {
    cwd: work,
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, SOURCE_DATE_EPOCH: String(epoch) },
  });
  copyFileSync(join(made, 'package.rpm'), spec.file);
}

function specFile(spec: PackageSpec, stage: string): string {
  const apps = readdirSync(join(stage, APPS)).sort();
  const others = stagedFiles(stage).filter(({ path }) => !path.startsWith(`${APPS}/`));
  const lines = [
    ['Name', spec.name],
    ['Version', spec.version],
    ['Release', spec.iteration],
    ['Summary', spec.summary],
    ['License', spec.license],
    ['Vendor', spec.vendor],
    ['Packager', spec.maintainer],
    ['URL', spec.url],
    ['Group', spec.category],
    // The libraries are named; finding them by the files would name the ones that are packed, too.
    ['AutoReqProv', 'no'],
    ...spec.depends.map((depend) => ['Requires', depend]),
  ];
  return [
    ...lines.map(([name, value]) => `${name}: ${escaped(value ?? '')}`),
    '',
    '%description',
    escaped(spec.description.trim()),
    '',
    '%install',
    `mkdir -p "%{buildroot}" && cp --archive "${escaped(stage)}/." "%{buildroot}"`,
    '',
    // Not the system's sh: the scripts are of bash.
    '%post -p /bin/bash',
    escaped(afterInstall(spec.after_install)),
    '%postun -p /bin/bash',
    escaped(afterRemove(spec.after_remove, 'rpm')),
    '',
    '%files',
    '%defattr(-,root,root,-)',
    ...apps.map((name) => `"/${APPS}/${escaped(name)}"`),
    ...others.map(({ path }) => `"/${escaped(path)}"`),
    '',
  ].join('\n');
}

/** Text in which no macro is. */
function escaped(text: string): string {
  return text.replaceAll('%', '%%');
}
