/** The link of the command line in macOS' path, on a file system of its own. */
import { describe, expect, it } from 'vitest';
import { linkCommand } from '../../main/electron/command-link.ts';

const RESOURCES = '/Applications/Trip Kit Desktop.app/Contents/Resources';
const OLD = '/Users/jane/Applications/Trip Kit Desktop.app/Contents/Resources/tripkit';

/** @param there what /usr/local/bin/tripkit leads to: '' for a file, null for nothing; `refused`: what writing fails with */
function macOf(there: string | null, refused?: string) {
  const fails = (code: string) => Promise.reject(Object.assign(new Error(code), { code }));
  const links = new Map<string, string>();
  if (there !== null) links.set('/usr/local/bin/tripkit', there);
  const files = {
    readlink: (path: string) => {
      const found = links.get(path);
      return found === undefined ? fails('ENOENT') : found === '' ? fails('EINVAL') : Promise.resolve(found);
    },
    unlink: async (path: string) => (refused ? fails(refused) : void links.delete(path)),
    symlink: async (to: string, path: string) => (refused ? fails(refused) : void links.set(path, to)),
  };
  const link = (resources = RESOURCES) => linkCommand(resources, files as never);
  return { link, leadsTo: () => links.get('/usr/local/bin/tripkit') ?? null };
}

describe('the command of macOS', () => {
  it.each([
    ['makes the link', null],
    ['renews that of the app in its old place', OLD],
  ])('%s', async (_what, there) => {
    const mac = macOf(there);
    expect(await mac.link()).toMatchObject({
      message: 'The command “tripkit” is installed.',
      command: null,
    });
    expect(mac.leadsTo()).toBe(`${RESOURCES}/tripkit`);
    expect(await mac.link()).toMatchObject({ message: 'The command “tripkit” is installed already.' });
  });

  it.each([
    ['a file', ''],
    ['a link of another program', '/opt/other/tripkit'],
  ])('leaves %s alone, and says what to do', async (_what, there) => {
    const mac = macOf(there);
    const { message, detail, command } = await mac.link();
    expect([message, command]).toEqual(['Another program has the command “tripkit”.', null]);
    expect(detail).toContain('Remove /usr/local/bin/tripkit');
    expect(mac.leadsTo()).toBe(there);
  });

  it.each(['EACCES', 'EPERM', 'EROFS', 'ENOENT'])(
    'says what an administrator enters after %s',
    async (code) => {
      const mac = macOf(null, code);
      expect(await mac.link("/Applications/Jane's/Trip Kit Desktop.app/Contents/Resources")).toEqual({
        message: 'This account may not write to /usr/local/bin.',
        detail: 'An administrator of this Mac can enter this in Terminal:',
        command: `sudo mkdir -p /usr/local/bin && sudo ln -sfn '/Applications/Jane'\\''s/Trip Kit Desktop.app/Contents/Resources/tripkit' /usr/local/bin/tripkit`,
      });
    },
  );

  it.each(['/Volumes/Trip Kit Desktop 1.0.0', '/private/var/folders/ab/AppTranslocation/1F/d'])(
    'makes no link to an app in %s, which is there for a moment only',
    async (folder) => {
      const mac = macOf(null);
      expect(await mac.link(`${folder}/Trip Kit Desktop.app/Contents/Resources`)).toMatchObject({
        message: 'The app isn’t in the Applications folder.',
      });
      expect(mac.leadsTo()).toBeNull();
    },
  );

  it('passes on what it doesn’t foresee', async () => {
    await expect(macOf(null, 'EIO').link()).rejects.toThrow('EIO');
  });
});
