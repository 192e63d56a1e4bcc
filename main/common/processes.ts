import { errorCode } from './files.ts';

/** Whether a process of this computer is there, whoever's it is. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it is there, but another account's.
    return errorCode(error) !== 'ESRCH';
  }
}
