/** A process that takes the documents of a folder in and says how far it is, until it is killed. Arguments: folder, kit's id, hash. */
import { join } from 'node:path';
import { silentLog } from '../../main/common/log.ts';
import { documentThreads } from '../../main/documents/document-reader.ts';
import { PreparedStore } from '../../main/reading/prepared-store.ts';
import { ReadingQueue } from '../../main/reading/reading-queue.ts';
import { TextExtractor } from '../../main/reading/text-extractor.ts';
import { ReadingDatabase } from '../../main/store/reading-database.ts';
import { liveKit } from '../start/ipc-fixtures.ts';

const [folder = '', id = '', sha256 = '', pdfjs_folder = ''] = process.argv.slice(2);
const prepared = new PreparedStore(new ReadingDatabase(join(folder, 'reading.sqlite'), { log: silentLog }));
const save = prepared.savePages.bind(prepared);
prepared.savePages = (document, pages, words) => {
  save(document, pages, words);
  process.stdout.write(`${prepared.get(id)?.done}\n`);
};
const queue = new ReadingQueue({
  engine: {
    list: () => [liveKit({ id, state: 'ready', document: { bytes: 1, sha256, pages: 1 } })],
    onChange: () => () => {},
  },
  prepared,
  extractor: new TextExtractor(documentThreads(pdfjs_folder)),
  fileOf: (kit) => join(folder, `${kit}.pdf`),
  onPrepared: () => {},
  log: silentLog,
});
queue.start();
await queue.idle();
