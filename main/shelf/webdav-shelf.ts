/**
 * A shelf on a WebDAV server over HTTPS (RFC 4918): Apache mod_dav, nginx with its dav module, Nextcloud. A name is claimed by MKCOL.
 * Conditional PUT is no help: nginx ignores If-Match, and Apache looks at it before it writes, so two desks that write at once both pass.
 */

import { percentDecode } from '../common/text.ts';
import { answered, CallFailure, type StreamAnswer } from '../service/answer.ts';
import { readHttpDate } from '../service/http-date.ts';
import { HttpShelf, LISTED_BYTES, xmlParts, xmlText } from './http-shelf.ts';
import type { ListedFile } from './shelf-place.ts';

/** What a listing is asked for. */
const WANTED =
  '<?xml version="1.0"?><propfind xmlns="DAV:"><prop><getetag/><getlastmodified/><getcontentlength/></prop></propfind>';
/** A file that was changed less than this before the answer may change again within the second, ms. */
const FRESH_MS = 2_000;

export class WebdavShelf extends HttpShelf {
  async prepare(folders: readonly string[], signal: AbortSignal): Promise<void> {
    for (const name of folders) await this.claim(name, signal);
  }

  /** PROPFIND of depth 1: nginx has it by its module dav_ext. */
  async list(folder: string, { most, signal }: { most: number; signal: AbortSignal }): Promise<ListedFile[]> {
    const body = Buffer.from(WANTED);
    const headers = { depth: '1', 'content-type': 'application/xml', 'content-length': String(body.length) };
    const call = { method: 'PROPFIND', name: `${folder}/`, headers, body, signal };
    return this.send(call, async (answer) => {
      if (this.isMissing(answer)) return [];
      if (answer.status === 405 || answer.status === 501)
        throw new CallFailure(
          'service',
          `${this.where} does not list files (PROPFIND, HTTP ${answer.status}): ask your airline’s IT to allow it.`,
          { ...answered(answer, 'shelf_list', this.options.now()), role: 'shelf' },
        );
      if (answer.status !== 207) throw this.failure(answer, 'could not be listed');
      const xml = (await this.bytesOf(answer.body, (most + 1) * LISTED_BYTES)).toString('utf8');
      const files = xmlParts(xml, 'response').flatMap((one): ListedFile[] => {
        const name = percentDecode(xmlText(one, 'href')?.split('/').at(-1) ?? '');
        const changed = xmlText(one, 'getlastmodified') ?? '';
        // nginx lists no ETags; it makes them of the same two.
        const etag = xmlText(one, 'getetag') ?? `${changed} ${xmlText(one, 'getcontentlength')}`;
        const headers = { ...answer.headers, 'last-modified': changed, etag };
        return name === '' ? [] : [{ name, version: changed === '' ? null : this.etagOf({ headers }) }];
      });
      return files.slice(0, most);
    });
  }

  async claim(name: string, signal: AbortSignal, tries = 3): Promise<boolean> {
    return this.send({ method: 'MKCOL', name: `${name}/`, signal }, async (answer) => {
      const { status } = answer;
      if (status === 201) return true;
      // RFC 4918 section 9.3.1: something has the name.
      if (status === 405) return false;
      // Apache's answer where another desk was quicker by a moment; it may have given the name back since.
      if (status === 403 && (await this.#isThere(`${name}/`, signal))) return false;
      if (status === 403 && tries > 1) return this.claim(name, signal, tries - 1);
      if (status !== 409) throw this.failure(answer, 'did not make a folder');
      throw new CallFailure(
        'service',
        `The folder of the shelf is not there on ${this.where} (HTTP 409). Make it, or correct its address in the profile.`,
        { ...answered(answer, 'shelf_folder', this.options.now()), role: 'shelf' },
      );
    });
  }

  release(name: string, signal: AbortSignal): Promise<void> {
    return this.remove(`${name}/`, signal);
  }

  #isThere(name: string, signal: AbortSignal): Promise<boolean> {
    const call = { method: 'PROPFIND', name, headers: { depth: '0' }, signal };
    return this.send(call, async ({ status }) => status === 207);
  }

  protected override authorize(): Record<string, string> {
    const login = this.options.login();
    if (login === null) return {};
    return { authorization: `Basic ${Buffer.from(`${login.user}:${login.password}`).toString('base64')}` };
  }

  /**
   * Null for a file that was changed just now: nginx makes the ETag of the size and the second of the change, so it says too little then
   * (RFC 9110 section 8.8.2.2 for Last-Modified).
   */
  protected override etagOf({ headers }: Pick<StreamAnswer, 'headers'>): string | null {
    const now = this.options.now();
    const [served, changed] = [headers.date, headers['last-modified']].map((text) =>
      text === undefined ? null : readHttpDate(text, now),
    );
    const isFresh = served != null && changed != null && served - changed < FRESH_MS;
    return isFresh ? null : (headers.etag ?? null);
  }
}
