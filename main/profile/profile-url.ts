/** The URLs and host names of a profile: https only, without credentials (docs/profile-and-headless.md, section 1). */
import { encodePathParameter } from './path-parameter.ts';

/** A value, or what is wrong with it, as the end of a sentence that begins with its key. */
export type Read<T> = { value: T } | { problem: string };

/** `auth_url`: a whole URL with `{company_code}` filled in, percent-encoded. */
export function readAuthUrl(text: string, company_code: string): Read<string> {
  const other = text.match(/\{[^{}]*\}/g)?.find((placeholder) => placeholder !== '{company_code}');
  if (other !== undefined) {
    return { problem: `has the unknown placeholder "${other}": only {company_code} is filled in here` };
  }
  const read = readHttpsUrl(text.replaceAll('{company_code}', () => encodePathParameter(company_code)));
  return 'problem' in read ? read : { value: read.value.href };
}

/** `base_url`: origin and path, without a slash at the end. */
export function readBaseUrl(text: string): Read<string> {
  if (/[{}]/.test(text)) return { problem: 'has braces: no placeholder is filled in here' };
  const read = readHttpsUrl(text);
  if ('problem' in read) return read;
  if (text.includes('?')) return { problem: 'has a query: leave out everything from the "?" on' };
  return { value: read.value.origin + read.value.pathname.replace(/\/+$/, '') };
}

function readHttpsUrl(text: string): Read<URL> {
  // The URL parser silently drops or corrects these, so the called URL would differ from the text.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for.
  if (/[\u0000-\u0020\u007f\\]/.test(text)) return { problem: 'holds white space or a backslash' };
  const url = URL.parse(text);
  if (url === null) return { problem: 'is not a whole URL, for example https://host.example/path' };
  if (url.protocol !== 'https:') {
    return { problem: `uses ${url.protocol.slice(0, -1)}: only https is accepted, on this machine too` };
  }
  if (!/^https:\/\//i.test(text)) return { problem: 'has to begin with https://' };
  if (url.username !== '' || url.password !== '' || /^https:\/\/[^/?#]*@/i.test(text)) {
    return { problem: 'holds a user name or password: leave out everything up to the "@"' };
  }
  if (text.includes('#')) return { problem: 'has a fragment: leave out everything from the "#" on' };
  return { value: url };
}

/** A bare host name or address in the form of `URL.hostname`: lower case, IPv6 in brackets. */
export function readHostName(text: string): Read<string> {
  const bare = /^[0-9a-f:.]*:[0-9a-f:.]*$/i.test(text) && text.split(':').length > 2 ? `[${text}]` : text;
  const isAddress = /^\[[0-9a-f:.]+\]$/i.test(bare);
  const isBare = isAddress || /^[\p{L}\p{N}\p{M}._-]+$/u.test(bare);
  const url = isBare ? URL.parse(`http://${bare}/`) : null;
  if (url !== null) return { value: url.hostname };
  return {
    problem: `"${text.slice(0, 80)}" is not a bare host name: give it without http://, port and path`,
  };
}
