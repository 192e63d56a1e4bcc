/** What a blind pilot hears: the screen reader Orca, with its speech as text, driven by keys. Nothing is looked at but the speech. */
import { fetched, setUp } from '../e2e/steps.ts';
import { test as base, expect } from './desktop/fixtures.ts';
import { focusWindow, press } from './desktop/hands.ts';
import { missingOrca, type Orca, startOrca } from './desktop/orca.ts';

const HOUR_MS = 3_600_000;
/** Stops of `Tab` after which a person would give up. */
const MOST_STOPS = 30;
/** A control, by the word that Orca says after its name. */
const CONTROL = /\b(button|entry|link|list)\b/i;
/** The end of a dialog that asks: Orca reads it out as an alert, and once more part by part. */
const READ_AGAIN = /alert .*heading level 2.*Notices region/s;

const utcIn = (ms: number) => new Date(Date.now() + ms).toISOString().replace(/\.\d+Z$/, 'Z');

const test = base.extend<{ kits: undefined; orca: Orca }>({
  /** Two kits on the laptop: of a flight in two hours, with a warning of the service, and of one in four days. */
  kits: async ({ launch, demo }, use) => {
    const it = await demo();
    const app = await launch();
    await setUp(app, it);
    await fetched(app.page, [
      {
        ...{ origin: 'EHAM', destination: 'EGLL', flight: 'KLM703' },
        ...{ route: 'DCT BRAVO DCT', departure: utcIn(2 * HOUR_MS) },
      },
      { origin: 'KDEN', destination: 'KLAX', flight: 'DMO119', departure: utcIn(100 * HOUR_MS) },
    ]);
    await app.close();
    await use(undefined);
  },
  orca: async ({ desktop, folder, kits: _ }, use, info) => {
    const orca = await startOrca(desktop.bus, folder);
    await use(orca);
    await info.attach('speech', { body: (await orca.speech()).join('\n'), contentType: 'text/plain' });
    await orca.end();
  },
});
const missing = process.platform === 'linux' ? missingOrca() : 'Orca is of Linux.';
test.skip(missing !== null, missing ?? '');

/** A person at the keys, with what is said after each of them. */
function listener(orca: Orca) {
  let before = 0;
  const since = async () => (await orca.speech()).slice(before).join('\n');
  /** Waits until all of this is said, whatever else is. */
  const hear = async (...words: (string | RegExp)[]) => {
    for (const each of words) {
      const heard = expect.poll(since, { message: `Orca says ${each}` });
      await (typeof each === 'string' ? heard.toContain(each) : heard.toMatch(each));
    }
  };
  /** Presses a key, and hears what is said from then on. */
  const key = async (name: string) => {
    before = (await orca.speech()).length;
    await press(name);
  };
  return {
    hear,
    key,
    /** Goes from control to control until this button is said. */
    async goTo(step: 'Tab' | 'shift+Tab', button: RegExp) {
      for (let stops = 0; stops < MOST_STOPS; stops += 1) {
        await key(step);
        await hear(CONTROL);
        if (button.test(await since())) return;
      }
      throw new Error(`${step} does not lead to ${button}.`);
    },
  };
}

test('by ear and keys alone: the list, a question, Ready to fly and its first reason, the messages, and the kit', async ({
  launch,
  orca,
}) => {
  test.slow();
  const { hear, key, goTo } = listener(orca);
  await launch({ env: orca.env });

  await test.step('the list: route, flight, departure and state of each row', async () => {
    await hear('Trip Kit Desktop', '2 kits', 'Focus mode');
    await focusWindow('Trip Kit Desktop');
    await key('Down');
    await hear(/KDEN to KLAX, DMO119, departs .* On this laptop, Unread/);
    await key('Up');
    await hear(/EHAM to EGLL, KLM703, departs .* On this laptop, Unread, 1 warning/);
  });
  await test.step('a question: what it asks, and what would be lost', async () => {
    await key('Delete');
    await hear(/alert Remove this kit\?.*EHAM to EGLL/s, READ_AGAIN);
    await key('Escape');
  });
  await test.step('Ready to fly: the verdict, and the first reason at the first item', async () => {
    await goTo('shift+Tab', /^Ready to fly\? toggle button/m);
    await key('Return');
    await hear(/Not ready\. Fix the items below\.\s1 flight in the next 36 h: 0 ready, 1 not\./);
    await goTo('Tab', /^Next item push button/m);
    await key('Return');
    await hear(/EHAM → EGLL KLM703 .* NOT READY expanded/i, /Messages: /);
    await goTo('Tab', /^Read and acknowledge push button/m);
  });
  await test.step('the messages: all of them as the dialog opens; with them read, the verdict changes', async () => {
    await key('Return');
    await hear(/alert Read before opening.*EHAM to EGLL, KLM703: there are messages.*BRAVO/s, READ_AGAIN);
    await goTo('Tab', /^I have read this push button/m);
    await key('Return');
    await hear(/Ready: you may close the lid\.\s1 flight in the next 36 h: ready\./);
  });
  await test.step('the kit: its name, its pages, and the words on them', async () => {
    await goTo('Tab', /^Open push button/m);
    await key('Return');
    await hear('Document viewer, EHAM to EGLL', 'Cover, page 1 of 12');
    await key('Down');
    await hear('DEMO AIR');
    await key('Next');
    await hear('Contents, page 2 of 12');
  });
});
