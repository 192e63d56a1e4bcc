/** What a package runs when it is installed and removed. */
import { readFileSync } from 'node:fs';

/** Says of a removal to bash that it is one, and no update: both systems then call the removed version's script as well. */
const isRemoval = {
  // Debian Policy, 6.5: postrm gets `upgrade` in an update.
  deb: '[ "$1" = remove ] || [ "$1" = purge ]',
  // RPM, "Scriptlets": %postun gets the number of versions that stay.
  rpm: '[ "$1" = 0 ]',
};

/** What the desktop took from files that are gone now; without these tools there is no such cache. */
const REFRESH = `if hash update-mime-database 2>/dev/null; then
    update-mime-database /usr/share/mime || true
fi
if hash update-desktop-database 2>/dev/null; then
    update-desktop-database /usr/share/applications || true
fi
`;

/** The script after an installation or an update, without its first line. */
export function afterInstall(file: string): string {
  return body(file);
}

/** The script after a removal, without its first line. In an update it does nothing: the new version has been set up by then. */
export function afterRemove(file: string, kind: 'deb' | 'rpm'): string {
  return `${isRemoval[kind]} || exit 0\n${body(file)}\n${REFRESH}`;
}

function body(file: string): string {
  return readFileSync(file, 'utf8').replace(/^#!.*\n/, '');
}
