import { join } from 'node:path';
import type { Host } from '../host/host.ts';
import type { KitFlags } from '../kits/kit-flags.ts';
import { type ReadingCallsDeps, readingCalls } from './reading-calls.ts';
import { openReadingData, type ReadingDataDeps } from './reading-data.ts';

export interface ReadingNeeds
  extends Pick<ReadingDataDeps, 'engine' | 'connection' | 'superseded' | 'charts' | 'isReading'> {
  /** The SHA-256 of a kit's document; null if it has none. */
  sha256Of: ReadingDataDeps['sha256Of'];
  flags: Pick<KitFlags, 'of'>;
}

/** Data about documents besides their bytes: sizes, outline, text, charts, pictures, and people's reading places. */
export function openReading(host: Host, needs: ReadingNeeds) {
  const data = openReadingData({
    ...host,
    ...needs,
    file: join(host.paths.user_data, 'reading.sqlite'),
    folder: host.paths.documents,
    onPrepared: (kit_id) => host.send('reading.prepared', { kit_id }),
  });
  return {
    ...data,
    /** @param places other rooms may know where a person begins in a kit that they open for the first time */
    calls: ({ places }: Pick<ReadingCallsDeps, 'places'>) => ({
      reading: readingCalls({ ...host, ...needs, reading: data.reading, places }),
      search: data.search,
    }),
    start: () => data.start(),
    stop: () => data.stop(),
  };
}
