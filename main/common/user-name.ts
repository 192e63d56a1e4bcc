import { userInfo } from 'node:os';

/** The user name of the operating system's account; '' where the system does not say. */
export function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return '';
  }
}
