import { userInfo } from 'node:os';

/** The user name of the operating system's account; '' if the system does not provide it. */
export function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return '';
  }
}
