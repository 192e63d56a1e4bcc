// @ts-check
/**
 * A stand-in for the makensis that electron-builder downloads. It runs Debian's makensis for 64 bits, because Debian's Wine runs nothing else,
 * and without electron-builder's plug-ins. It compiles a copy of the templates, in which
 * - stand-ins.nsh replaces StdUtils and UAC,
 * - files are packed as they are, not by 7-Zip,
 * - the running app is not looked for,
 * - no shortcut gets the app's identity for the taskbar (WinShell).
 */
const { spawnSync } = require('node:child_process');
const { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { dirname, join } = require('node:path');

const MAKENSIS = '/usr/bin/makensis';
/** electron-builder runs it there. */
const templates = process.cwd();
const args = process.argv.slice(2);
const app = args.find((arg) => arg.startsWith('-DAPP_64='))?.slice('-DAPP_64='.length) ?? '';
const files = join(dirname(app), 'win-unpacked');

const copy = mkdtempSync(join(tmpdir(), 'tripkit-nsis-'));
cpSync(templates, copy, { recursive: true });
for (const name of readdirSync(copy, { encoding: 'utf8', recursive: true }).filter((one) =>
  /\.ns[hi]$/.test(one),
)) {
  const text = readFileSync(join(copy, name), 'utf8')
    .replace(/^\s*WinShell::.*$/gm, '')
    .replace(/^\s*Nsis7z::Extract .*$/gm, `File /r "${files}/*.*"`);
  writeFileSync(join(copy, name), text);
}
for (const name of ['StdUtils.nsh', 'UAC.nsh']) writeFileSync(join(copy, 'include', name), '');
cpSync(join(__dirname, 'stand-ins.nsh'), join(copy, 'include/StdUtils.nsh'));
const script = readFileSync(0, 'utf8').replaceAll(templates, copy).replaceAll('x86-unicode', 'amd64-unicode');
const { NSISDIR: _downloaded, ...env } = process.env;
const { status, stdout, stderr } = spawnSync(
  MAKENSIS,
  ['-XTarget amd64-unicode', ...args.filter((arg) => arg !== '-WX')],
  {
    cwd: copy,
    env,
    input: script,
    encoding: 'utf8',
  },
);
rmSync(copy, { recursive: true });
process.stdout.write(stdout);
process.stderr.write(stderr);
// Debian's NSIS lacks some texts of some languages, and a program of 64 bits does not check for a computer of 32. All other warnings are
// failures, as in a release.
const expected =
  /LangString .* is missing, using fallback|label "_LogicLib_ElseLabel_\d+" not used|warnings?:$/;
const warnings = stdout.split('\n').filter((line) => /^warning|^ *\d+ warnings?:/.test(line));
const others = warnings.filter((line) => !expected.test(line));
if (others.length > 0) process.stderr.write(`Warnings:\n${others.join('\n')}\n`);
process.exitCode = status || (others.length > 0 ? 1 : 0);
