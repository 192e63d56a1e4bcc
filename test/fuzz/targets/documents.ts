/** What the pages of documents say: to the library's page by their port, and to the main process by their requests. */
import { parseAnswer } from '../../../main/documents/jobs/answers.ts';
import { type DocumentCall, HANDSHAKE } from '../../../renderer/documents/messages/messages.ts';
import { Gate } from '../../../renderer/viewer/document/engine/gate.ts';
import { defineTarget } from '../define-target.ts';
import { text } from '../mutators/text.ts';
import { values } from '../mutators/values.ts';

// Node has no pictures; the gate asks of each value whether it is one.
Object.assign(globalThis, { ImageBitmap: class {} });

/** What a page says about its chart. */
const CHART = {
  ...{ page: 1, text: 'read', publisher: 'faa', title: null, number: null, effective_from: null },
  ...{ effective_to: null, airport: { value: 'KSGF', words: ['(SGF)'] }, kind: { value: 'sid', words: [] } },
  revised: { value: '2014-06-13', words: ['Amdt 3 13JUN14'] },
};
const area = { x: 0.1, y: 0.1, width: 0.5, height: 0.2 };
const target = { kind: 'inside', dest: '"chapter"' };
const placed = {
  ...{ text: 'EHAM', lineEnd: true, left: 1, top: 2, fontHeight: 12 },
  ...{ family: 'serif', scaleX: 1.1, rotate: 0, dir: 'ltr' },
};
const answers: readonly [call: DocumentCall, value: unknown][] = [
  [
    { name: 'open', pass: 'p', bytes: 1, file: null },
    { pageCount: 3, file: '"a"' },
  ],
  [
    { name: 'pageSize', page: 1 },
    { width: 794, height: 1123 },
  ],
  [
    { name: 'textLayer', page: 1 },
    { width: 595, height: 842, rotation: 90, runs: [placed, placed] },
  ],
  [{ name: 'text', page: 1 }, [{ text: 'a', lineEnd: true }]],
  [{ name: 'links', page: 1 }, [{ area, target }]],
  [{ name: 'comments', page: 1 }, [{ area, text: 'Note', author: '', isDrawn: false }]],
  [{ name: 'pictures', page: 1 }, [area]],
  [{ name: 'outline' }, [{ title: 'A', target: null, items: [{ title: 'B', target, items: [] }] }]],
  [
    { name: 'resolve', dest: '"a"' },
    { page: 3, down: 0.5 },
  ],
];

export const targets = [
  defineTarget({
    name: 'document-port',
    domain: values,
    seeds: () => [
      HANDSHAKE,
      ...answers.map(([, value], id) => ({ id, value })),
      { id: 1, failure: 'slow' },
      { changed: true },
    ],
    run: (message) => {
      const gate = new Gate(
        () => {},
        () => {},
      );
      gate.fromDocument(HANDSHAKE);
      for (const [id, [call]] of answers.entries()) gate.fromLibrary({ id, call });
      gate.fromDocument(message);
      // The same as the answer to each question.
      for (const id of answers.keys()) gate.fromDocument({ id, value: message });
    },
  }),
  defineTarget({
    name: 'document-job',
    domain: text(),
    seeds: () => [
      JSON.stringify({ pages: 2, dates: { created: 'D:20260101', modified: null } }),
      JSON.stringify({ pages: [{ text: 'a', chart: CHART }] }),
      JSON.stringify({
        sizes: [[595, 842]],
        outline: [{ title: 'A', level: 0, page: 1, down: 0 }],
        more: false,
      }),
      JSON.stringify({ problem: 'password', reason: 'x' }),
      '"done"',
    ],
    run: (json) => {
      parseAnswer('verify', json);
      parseAnswer('extract', json);
    },
  }),
];
