/** Our own small files, as somebody else may have changed them. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { TripKitError } from '../../../main/common/errors.ts';
import { parsedJson } from '../../../main/common/json-text.ts';
import { readParcel } from '../../../main/documents/parcel-writer.ts';
import { readSidecar } from '../../../main/documents/part-sidecar.ts';
import { migrateSettings, newSettingsFile } from '../../../main/settings/settings-file.ts';
import { checkFeedInfo, feedOf, plainNotes } from '../../../main/updates/feed.ts';
import { readRecord } from '../../../main/updates/update-record.ts';
import { KIT_ID, readyKitRecord } from '../../kits.ts';
import { defineTarget, inputFolder } from '../define-target.ts';
import { text } from '../mutators/text.ts';

const KIT_DOCUMENT = { bytes: 3, sha256: 'a'.repeat(64), pages: 2 };
const PARCEL = {
  version: 1,
  kit: readyKitRecord(KIT_DOCUMENT, {
    trip: { origin: 'EHAM', destination: 'KJFK', alternates: ['KBOS'] },
    messages: [{ code: '205', type: 'Warning', message: 'x' }],
  }),
  document: KIT_DOCUMENT,
  dates: [{ evidence: 'document', from: 1, at: 2, learned_at: 3 }],
  seal: { key: '0'.repeat(16), kit: '1'.repeat(64), document: '2'.repeat(64) },
};
const FEED = {
  version: '1.2.3',
  path: 'a.exe',
  files: [{ url: 'a.exe', sha512: 'x', size: 1 }],
  releaseNotes: '<b>New</b>&amp; better',
};

export const targets = [
  defineTarget({
    name: 'kit-parcel',
    domain: text(),
    seeds: () => [JSON.stringify(PARCEL)],
    run: async (input) => {
      using folder = inputFolder();
      writeFileSync(join(folder.path, `${KIT_ID}.kit.json`), input);
      await readParcel(folder.path, KIT_ID);
    },
    limits: { cpu_ms: 200 },
    cost: 8,
  }),
  defineTarget({
    name: 'part-sidecar',
    domain: text(),
    seeds: () => [JSON.stringify({ key: 'k', etag: '"a"', total: 10, synced: 5, boot_time: 1 })],
    run: async (input) => {
      using folder = inputFolder();
      writeFileSync(join(folder.path, 'kit.part.json'), input);
      await readSidecar(join(folder.path, 'kit.part'));
    },
    cost: 2,
  }),
  defineTarget({
    name: 'settings-file',
    domain: text(),
    seeds: () => [JSON.stringify(newSettingsFile()), JSON.stringify({ theme: 'night' })],
    run: (input) => migrateSettings(parsedJson(input)),
    cost: 2,
  }),
  defineTarget({
    name: 'update-files',
    domain: text(),
    seeds: () => [
      JSON.stringify(FEED),
      JSON.stringify({ provider: 'generic', url: 'https://updates.example/x', publisherName: ['Demo'] }),
      JSON.stringify({ version: 1, trying: '1.2.3', starts: 1 }),
      '<h2>New</h2><ul><li>a &amp; b</li></ul>',
    ],
    run: (input) => {
      readRecord(input);
      plainNotes(input);
      const json = parsedJson(input);
      plainNotes(json);
      const refusals = [
        () => checkFeedInfo(json, new URL('https://updates.example/')),
        () => feedOf(json, 'win32'),
      ];
      for (const refused of refusals) {
        try {
          refused();
        } catch (error) {
          if (!(error instanceof TripKitError)) throw error;
        }
      }
    },
    cost: 2,
  }),
];
