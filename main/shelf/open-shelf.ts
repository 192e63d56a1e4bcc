import type { Clock } from '../common/clock.ts';
import type { ShelfProfile } from '../profile/profile.ts';
import { type ProxyFinder, ProxyRoutes } from '../service/proxy.ts';
import { FolderShelf } from './folder-shelf.ts';
import type { ShelfLogin } from './http-shelf.ts';
import { S3Shelf } from './s3-shelf.ts';
import type { ShelfPlace } from './shelf-place.ts';
import { WebdavShelf } from './webdav-shelf.ts';

/** The storage of a profile's shelf. */
export function openShelfPlace(
  { place, trust }: Pick<ShelfProfile, 'place' | 'trust'>,
  {
    login,
    user_agent,
    clock,
    findProxy,
  }: {
    /** The login at the time of a call; null: none is known, or the shelf asks for none. */
    login: () => ShelfLogin | null;
    user_agent: string;
    clock: Pick<Clock, 'now' | 'monotonic'>;
    /** The proxy settings; without them every connection is direct. */
    findProxy?: ProxyFinder | undefined;
  },
): ShelfPlace {
  if ('folder' in place) return new FolderShelf(place.folder);
  const proxies = findProxy && new ProxyRoutes({ find: findProxy, monotonic: () => clock.monotonic() });
  const options = { trust, login, user_agent, now: () => clock.now(), proxies };
  return 'webdav' in place ? new WebdavShelf(place.webdav, options) : new S3Shelf(place.s3, options);
}
