import { errorCode } from './files.ts';

/** Whether a process with this pid runs on this computer, under any account. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it runs under another account.
    return errorCode(error) !== 'ESRCH';
  }
}
