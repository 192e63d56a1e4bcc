/** The proxy settings of the command line: HTTPS_PROXY, HTTP_PROXY, ALL_PROXY and NO_PROXY, as curl reads them. */
import { BlockList, isIP } from 'node:net';
import { ProxyError, type ProxyFinder, proxyAt } from './proxy.ts';

/** Environment variables, by name. */
type Environment = Readonly<Record<string, string | undefined>>;

/**
 * A finder for the environment's settings. A lower-case name overrides its upper-case form. The values are read now; an
 * error in one is thrown when a server needs it.
 */
export function environmentProxies(env: Environment): ProxyFinder {
  const read = (name: string) => env[name.toLowerCase()]?.trim() || env[name]?.trim() || '';
  const all = read('ALL_PROXY');
  const settings = {
    'https:': { name: 'HTTPS_PROXY', value: read('HTTPS_PROXY') || all },
    'http:': { name: 'HTTP_PROXY', value: read('HTTP_PROXY') || all },
  };
  const exempt = noProxy(read('NO_PROXY'));
  return async (text) => {
    const url = new URL(text);
    const { name, value } = settings[url.protocol === 'http:' ? 'http:' : 'https:'];
    return value === '' || exempt(url) ? 'DIRECT' : pacAnswer(name, value);
  };
}

function pacAnswer(name: string, value: string): string {
  const [, scheme = 'http', place = ''] = /^(?:([a-z][a-z0-9+.-]*):\/\/)?(.*?)\/?$/is.exec(value) ?? [];
  const type = scheme.toLowerCase();
  if (type === 'http' || type === 'https') {
    // Checked here, so the error can name the variable; its value may contain a password.
    if (proxyAt(type, place)) {
      // A semicolon would end the entry of the list.
      return `${type === 'https' ? 'HTTPS' : 'PROXY'} ${place.replaceAll(';', '%3B')}`;
    }
    throw new ProxyError(
      'proxy_settings',
      `The environment variable ${name}, which is the way to the %s, holds no proxy address. Give it as http://host:port.`,
    );
  }
  return `${type.toUpperCase()} ${place}`;
}

/**
 * Reads NO_PROXY: entries separated by commas or spaces. `*` means every host; `example.com` and `.example.com` mean that
 * domain and its subdomains; an IP address or a CIDR network means these addresses; a port after an entry (`host:8443`,
 * `[::1]:8443`) limits it to that port.
 *
 * @returns whether a URL is reached directly
 */
export function noProxy(text: string): (url: URL) => boolean {
  const rules = text
    .split(/[\s,]+/)
    .filter((entry) => entry !== '')
    .map(readRule);
  return (url) => {
    const host = bareHost(url.hostname);
    const port = url.port === '' ? (url.protocol === 'http:' ? '80' : '443') : url.port;
    return rules.some((rule) => (rule.port === '' || rule.port === port) && rule.matches(host));
  };
}

interface Rule {
  /** '' for every port. */
  port: string;
  matches(host: string): boolean;
}

function readRule(entry: string): Rule {
  if (entry === '*') return { port: '', matches: () => true };
  const network = /^\[?([0-9a-f.:]+)\]?\/(\d{1,3})$/i.exec(entry);
  if (network) return { port: '', matches: inNetwork(network[1] ?? '', Number(network[2])) };
  // A bare IPv6 address contains colons, but no port.
  const [, name = entry, port = ''] = isIP(entry) ? [] : (/^(.*?)(?::(\d{1,5}))?$/.exec(entry) ?? []);
  const wanted = bareHost(name.toLowerCase()).replace(/^\*?\./, '');
  const family = isIP(wanted);
  if (family !== 0) return { port, matches: inNetwork(wanted, family === 4 ? 32 : 128) };
  return {
    port,
    matches: (host) => wanted !== '' && isIP(host) === 0 && (host === wanted || host.endsWith(`.${wanted}`)),
  };
}

function inNetwork(address: string, prefix: number): (host: string) => boolean {
  const family = isIP(address);
  if (family === 0 || prefix > (family === 4 ? 32 : 128)) return () => false;
  const list = new BlockList();
  list.addSubnet(address, prefix, family === 4 ? 'ipv4' : 'ipv6');
  return (host) => {
    const its = isIP(host);
    return its !== 0 && list.check(host, its === 4 ? 'ipv4' : 'ipv6');
  };
}

/** Without the brackets of an IPv6 address and the final dot of an absolute name. */
function bareHost(host: string): string {
  return host.replace(/^\[|\]$/g, '').replace(/\.$/, '');
}
