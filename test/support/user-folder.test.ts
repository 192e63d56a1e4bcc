import { homedir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { defaultUserFolder } from '../../main/support/health/user-folder.ts';

const NAME = 'Trip Kit Desktop';
const env = { APPDATA: '/roaming', LOCALAPPDATA: '/local', XDG_CONFIG_HOME: '/config' };

test.each([
  ['win32', env, join('/local', NAME)],
  ['win32', { APPDATA: '/roaming' }, join(homedir(), 'AppData/Local', NAME)],
  ['linux', env, join('/config', NAME)],
  ['linux', { XDG_CONFIG_HOME: 'config' }, join(homedir(), '.config', NAME)],
  ['darwin', env, join(homedir(), 'Library/Application Support', NAME)],
] as const)('on %s, with %j, data is in a folder that does not roam', (platform, environment, folder) => {
  expect(defaultUserFolder(environment, platform)).toBe(folder);
});
