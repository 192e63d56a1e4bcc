/** The command `tripkit` of macOS: a link in the path to the script in the app, as Visual Studio Code makes one for `code`. */
import { readlink, symlink, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode } from '../common/files.ts';

const FOLDER = '/usr/local/bin';
const LINK = `${FOLDER}/tripkit`;
const OWN = /\/Trip Kit Desktop\.app\/Contents\/Resources\/tripkit$/;
/** Places that the app has for a moment only: its DMG, and where macOS opens an app that was not moved after its download. */
const PASSING = /^\/Volumes\/|\/AppTranslocation\//;

/** What happened and what to do next, and what to enter in a terminal; null: nothing. */
export interface LinkOutcome {
  message: string;
  detail: string;
  command: string | null;
}

/**
 * Makes the link, or renews that of an app elsewhere. Nothing of other programs is touched.
 *
 * @param resources the folder of the app's resources
 * @throws an error of the file system that is not foreseen
 */
export async function linkCommand(
  resources: string,
  files = { readlink, symlink, unlink },
): Promise<LinkOutcome> {
  const launcher = join(resources, 'tripkit');
  const outcome = (message: string, detail: string, command: string | null = null) => ({
    ...{ message, detail, command },
  });
  if (PASSING.test(launcher))
    return outcome(
      'The app isn’t in the Applications folder.',
      'Move it there, open it, and choose this entry again.',
    );
  const found = await files.readlink(LINK).catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return null;
    if (errorCode(error) === 'EINVAL') return '';
    throw error;
  });
  const done = 'Open a new terminal window, and enter: tripkit help';
  if (found === launcher) return outcome('The command “tripkit” is installed already.', done);
  if (found !== null && !OWN.test(found))
    return outcome(
      'Another program has the command “tripkit”.',
      `Remove ${LINK} if you don’t need it, and choose this entry again.`,
    );
  try {
    if (found !== null) await files.unlink(LINK);
    await files.symlink(launcher, LINK);
  } catch (error) {
    if (!['EACCES', 'EPERM', 'EROFS', 'ENOENT'].includes(errorCode(error) ?? '')) throw error;
    const quoted = `'${launcher.replaceAll("'", "'\\''")}'`;
    return outcome(
      `This account may not write to ${FOLDER}.`,
      'An administrator of this Mac can enter this in Terminal:',
      `sudo mkdir -p ${FOLDER} && sudo ln -sfn ${quoted} ${LINK}`,
    );
  }
  return outcome('The command “tripkit” is installed.', done);
}
