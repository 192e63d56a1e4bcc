import { utc } from '../common/clock.ts';
import { TripKitError } from '../common/errors.ts';
import type { DomainCalls } from '../host/call-map.ts';
import type { Host } from '../host/host.ts';
import type { KitEngine } from '../kits/kit-engine.ts';
import type { ProfileAgreements } from '../profile/profile-agreements.ts';
import type { ProfileBook } from '../profile/profile-book.ts';
import type { ProxyFinder } from '../service/proxy.ts';
import type { KitService } from '../service/trip-kit-service.ts';
import type { SqliteConnection } from '../store/sqlite-connection.ts';
import { openShelfPlace } from './open-shelf.ts';
import { ShelfKeeper } from './shelf-keeper.ts';
import type { ShelfPlace } from './shelf-place.ts';
import { ShelfStore } from './shelf-store.ts';

interface ShelfNeeds {
  profiles: Pick<ProfileBook, 'list' | 'profile'>;
  agreements: Pick<ProfileAgreements, 'holds'>;
  connection: SqliteConnection;
  engine: Pick<KitEngine, 'list' | 'take' | 'recall' | 'together'>;
  findProxy: ProxyFinder;
}

/** One shelf at work. `text`: that of its profile, which a change of the profile replaces. */
interface Open {
  text: string;
  keeper: ShelfKeeper;
  place: ShelfPlace;
  end: AbortController;
  done: Promise<void>;
}

/** The shelves that this laptop's profiles name. They are read only where the person agreed to the profile. */
export function openShelves(host: Host, needs: ShelfNeeds) {
  const { profiles, agreements } = needs;
  const store = new ShelfStore(needs.connection);
  const shelves = new Map<string, Open>();
  let isOpen = true;

  function begin(profile_id: string, text: string): Open | null {
    const { shelf, user_agent } = profiles.profile(profile_id);
    if (shelf === null) return null;
    const { clock, log } = host;
    const place = openShelfPlace(shelf, { login: null, user_agent, clock, findProxy: needs.findProxy });
    const keeper = new ShelfKeeper({
      ...{ profile_id, name: shelf.name, keys: shelf.keys, place, store },
      ...{ engine: needs.engine, clock, log },
      mayRead: async () => (await agreements.holds(profile_id)) === 'yes',
      changed: () => host.send('shelf.changed', null),
    });
    const end = new AbortController();
    return { text, keeper, place, end, done: keeper.run(end.signal) };
  }

  async function endOne(profile_id: string): Promise<void> {
    const shelf = shelves.get(profile_id);
    shelves.delete(profile_id);
    shelf?.end.abort();
    await shelf?.done;
    await shelf?.place.close();
  }

  /** Begins with new shelves, and ends with those that no profile names any more. */
  function refresh(): void {
    if (!isOpen) return;
    const named = new Map(profiles.list().map(({ id, text }) => [id, text]));
    for (const [id, { text }] of shelves) if (named.get(id) !== text) void endOne(id);
    for (const [id, text] of named) {
      if (shelves.has(id)) continue;
      try {
        const shelf = begin(id, text);
        if (shelf) shelves.set(id, shelf);
      } catch (error) {
        // Set-up says what is wrong with the profile.
        host.log.warn(`The shelf of a profile can’t be used: ${String(error)}`);
      }
    }
  }

  function find(profile_id: string): ShelfKeeper {
    refresh();
    const shelf = shelves.get(profile_id);
    if (shelf) return shelf.keeper;
    throw new TripKitError(
      'config',
      'The profile of this kit names no shelf any more. Ask your airline’s IT.',
      {
        condition: 'no_shelf',
      },
    );
  }

  const view = (profile_id: string, keeper: ShelfKeeper) => {
    const { heard_at, valid_until, ...rest } = keeper.view();
    const text = (ms: number | null) => (ms === null ? null : utc(ms));
    return { ...rest, profile_id, heard_at: text(heard_at), valid_until: text(valid_until) };
  };
  const calls: DomainCalls<'shelf'> = {
    list: () => {
      refresh();
      return [...shelves].map(([id, { keeper }]) => view(id, keeper));
    },
    choose: (profile_id, wants) => {
      const keeper = find(profile_id);
      keeper.choose(wants);
      return view(profile_id, keeper);
    },
    look: (profile_id) => find(profile_id).wake(),
  };
  return {
    calls,
    /** The shelf of a profile as the service of its kits. @throws TripKitError of kind `config` if it names none */
    serviceOf: async (profile_id: string): Promise<KitService> => find(profile_id).service,
    /** The network is back, or the laptop woke up. */
    wake: () => {
      for (const { keeper } of shelves.values()) keeper.wake();
    },
    start: refresh,
    async stop() {
      isOpen = false;
      await Promise.all([...shelves.keys()].map(endOne));
    },
  };
}
