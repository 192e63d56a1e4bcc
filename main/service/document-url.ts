import { TripKitError } from '../common/errors.ts';

/**
 * Checks the URL of a PDF, or of a redirect on the way to it: https, or plain http from the hosts that the profile
 * names (`storage.insecure_hosts`).
 *
 * @param base the URL that redirected here; absent for the service's own answer, which must be absolute
 * @throws TripKitError of kind `document`; its message holds the host at most
 */
export function checkDocumentUrl(text: string, insecure_hosts: readonly string[], base?: URL): URL {
  const refuse = (condition: string, why: string) =>
    new TripKitError(
      'document',
      `The address of the PDF that the service gave was refused: ${why}. Tell the service's operator.`,
      { condition },
    );
  const url = URL.parse(text, base?.href);
  if (!url) throw refuse('url_unreadable', 'it is no complete web address');
  const host = url.hostname.toLowerCase();
  if (url.protocol !== 'https:') {
    const named = url.protocol === 'http:' && insecure_hosts.some((name) => name.toLowerCase() === host);
    if (!named) {
      throw url.protocol === 'http:'
        ? refuse(
            'url_insecure',
            `plain http from ${host}, which the profile's storage.insecure_hosts does not name`,
          )
        : refuse('url_scheme', 'it is neither https nor http');
    }
  }
  if (url.username || url.password) throw refuse('url_credentials', 'it carries a user name or password');
  return url;
}
