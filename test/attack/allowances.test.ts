import { describe, expect, test } from 'vitest';
import { placesOfPaths } from './contract-arguments.ts';
import { attackedOrigins } from './origins.ts';
import { channelsOf } from './plan.ts';

/** The calls that take a text which may be any. None of them takes it for a path: paths come from the system's dialogs. */
const TAKE_TEXT = [
  // Ids, and what people write: trips, marks, words to search for.
  'app.dismissNotice identity.state kits.check kits.request kits.plan kits.track kits.enterDeparture batch.check batch.save',
  'audit.record audit.exportRecord search.pages marks.add marks.change print.start print.save settings.choose setup.open',
  'shelf.choose shelf.look shelf.board shelf.say',
  // The name and the text of a file that was dropped.
  'setup.hand profiles.offer profiles.offerAuthority identity.offer',
  // Ids, names and passphrases of set-up.
  'profiles.use profiles.createFromPreset profiles.test profiles.remove identity.choose identity.takeDropped identity.import',
  'identity.remove identity.listComputer identity.chooseComputer watch.begin handOver.make handOver.open',
  'shelf.login shelf.signIn shelf.signOut',
]
  .join(' ')
  .split(' ');

describe.each(attackedOrigins)('$name', ({ contract, may }) => {
  test('the list of what a page may get has every call of its contract, and no other', () => {
    const calls = channelsOf(contract).map(([call]) => call);
    expect(calls.filter((call) => !Object.hasOwn(may, call))).toEqual([]);
    expect(Object.keys(may).filter((call) => !calls.includes(call))).toEqual([]);
  });

  test('a page names no path: each call that takes a text is known', () => {
    const all = channelsOf(contract);
    const taking = all.filter(([, { args }]) => placesOfPaths(args).length > 0).map(([call]) => call);
    expect(taking).toEqual(all.map(([call]) => call).filter((call) => TAKE_TEXT.includes(call)));
  });
});
