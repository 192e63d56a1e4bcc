/** Short texts from outside: links, the headers of the page's own requests, cells for spreadsheets, and what may hold a secret. */
import { csvText } from '../../../main/common/csv.ts';
import { redactText, redactUrl, registerSecret } from '../../../main/common/redact.ts';
import { parseRange } from '../../../main/documents/byte-range.ts';
import { isProfileFile, kitOfLink, linkAmong, relaunchOptions } from '../../../main/electron/deep-link.ts';
import { defineTarget } from '../define-target.ts';
import { text } from '../mutators/text.ts';

const SECRET = 'eyJhbGciOiJub25lIn0.eyJzdWIiOiJwaWxvdCJ9.c2lnbmF0dXJl';

export const targets = [
  defineTarget({
    name: 'links',
    domain: text(),
    seeds: () => [
      'tripkit://kit/3f0e5c1a-7d0b-4c7e-9a51-1c2d3e4f5a6b',
      'TRIPKIT://KIT/TK%2D1/',
      '/home/pilot/airline.tripkit-profile.json',
      '--user-data=/tmp/x\n--headless\nfetch\n--hidden',
      'bytes=0-499',
      'bytes=-5',
    ],
    run: (given) => {
      // Linux starts no program with a longer argument.
      const input = given.slice(0, 128 * 1024);
      kitOfLink(input);
      isProfileFile(input);
      parseRange(input, 1_000);
      const argv = input.split('\n');
      linkAmong(argv, '/');
      relaunchOptions(argv, {});
    },
  }),
  defineTarget({
    name: 'csv-cells',
    domain: text(),
    seeds: () => ['=1+1', 'a;\t=2', '"  \t@x"', 'EHAM N0450F350 ＝x'],
    // As long as the contract lets a cell be.
    run: (input) => csvText([input.slice(0, 12_000).split(','), [input.slice(0, 12_000)]]),
  }),
  defineTarget({
    name: 'redaction',
    domain: text(),
    seeds: () => [
      `Bearer ${SECRET} and "access_token":"${SECRET}"`,
      'https://user:pass@host.example/a?sig=abcdef#x -----BEGIN KEY-----\nabc\n-----END KEY-----',
      "password=hunter2 {\"passphrase\": 'a\\'b'} x-amz-signature=abc Basic dXNlcjpwYXNz",
    ],
    run: (input) => {
      // No server's answer is longer.
      const text = input.slice(0, 1024 ** 2);
      const unregister = [SECRET, text.slice(0, 200)].map(registerSecret);
      try {
        redactText(text);
        redactUrl(text);
      } finally {
        for (const end of unregister) end();
      }
    },
    cost: 4,
  }),
];
