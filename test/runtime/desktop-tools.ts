/** What a desktop for Electron is made of on Linux (session.ts), and how to get it. */
import { existsSync } from 'node:fs';
import { installPackages, isOnPath } from './packages.ts';

/** How Electron is used: a window on a desktop that is there, one in a session of our own, or all that test/electron does. */
export type DesktopUse = 'window' | 'session' | 'tests';

/** A program on the PATH or a file, with Debian's package. */
type Tool = readonly [program: string, debian: string];

const session: readonly Tool[] = [
  ['Xvfb', 'xvfb'],
  // The system's dialogs need a window manager to get the focus.
  ['openbox', 'openbox'],
  ['xprop', 'x11-utils'],
  ['dbus-daemon', 'dbus'],
  ['gnome-keyring-daemon', 'gnome-keyring'],
];
const tests: readonly Tool[] = [
  ['xdotool', 'xdotool'],
  // Stand-ins of the desktop's services (test/electron/desktop/bus.ts).
  ['busctl', 'systemd'],
  ['/usr/lib/python3/dist-packages/dbusmock', 'python3-dbusmock'],
  // A network of its own (test/electron/network).
  ['ip', 'iproute2'],
  // For the AppImage, the deb and the rpm (test/electron/installers).
  ['mksquashfs', 'squashfs-tools'],
  ['desktop-file-validate', 'desktop-file-utils'],
  ['rpmbuild', 'rpm'],
  // A shelf's storage (test/shelf/servers.ts).
  ['/usr/sbin/nginx', 'nginx-light'],
  ['/usr/lib/nginx/modules/ngx_http_dav_ext_module.so', 'libnginx-mod-http-dav-ext'],
  ['htpasswd', 'apache2-utils'],
  // A printer (test/electron/cups.ts).
  ['/usr/sbin/cupsd', 'cups'],
  ['/usr/share/ppd/cups-pdf/CUPS-PDF_opt.ppd', 'printer-driver-cups-pdf'],
  ['pdftoppm', 'poppler-utils'],
  // A screen reader (test/electron/desktop/orca.ts).
  ['/usr/bin/orca', 'orca'],
  ['/usr/libexec/at-spi-bus-launcher', 'at-spi2-core'],
  // Certificates, smart cards, a company's proxy (test/electron/certificates).
  ['certutil', 'libnss3-tools'],
  ['openssl', 'openssl'],
  ['softhsm2-util', 'softhsm2'],
  ['pkcs11-tool', 'opensc'],
  ['/usr/lib/x86_64-linux-gnu/opensc-pkcs11.so', 'opensc-pkcs11'],
  ['/usr/sbin/pcscd', 'pcscd'],
  ['/usr/lib/pcsc/drivers/serial/libifdvpcd.so', 'vsmartcard-vpcd'],
  ['/usr/sbin/krb5kdc', 'krb5-kdc'],
  ['/usr/sbin/kadmin.local', 'krb5-admin-server'],
  ['kinit', 'krb5-user'],
  ['/usr/lib/python3/dist-packages/gssapi', 'python3-gssapi'],
];
const tools: Readonly<Record<DesktopUse, readonly Tool[]>> = {
  window: [],
  session,
  tests: [...session, ...tests],
};
/** Libraries that Electron loads and the programs above don't bring, and letters to write with. */
const libraries = [
  'libgtk-3-0',
  'libnss3',
  'libgbm1',
  'libasound2',
  'libsecret-1-0',
  'libnotify4',
  'fonts-liberation',
  'fonts-dejavu-core',
];

/** The packages whose programs lack here. */
export function missingTools(use: DesktopUse, env: NodeJS.ProcessEnv = process.env): string[] {
  const isHere = (tool: string) => (tool.startsWith('/') ? existsSync(tool) : isOnPath(tool, env));
  return tools[use].filter(([tool]) => !isHere(tool)).map(([, debian]) => debian);
}

/** Makes sure of the tools; a sentence that says what lacks, or null. */
export function ensureTools(use: DesktopUse): string | null {
  const packages = [...tools[use].map(([, debian]) => debian), ...libraries];
  if (missingTools(use).length > 0) {
    process.stderr.write(
      'Installing a display, a keychain and what else Electron’s window takes with apt-get.\n',
    );
    installPackages(packages);
  }
  const missing = missingTools(use);
  if (missing.length === 0) return null;
  return `Electron needs a desktop, and this machine lacks ${missing.join(', ')}. On Debian and Ubuntu run: sudo apt-get install --yes ${packages.join(' ')}`;
}
