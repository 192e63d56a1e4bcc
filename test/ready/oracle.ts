/**
 * The oracle of "Ready to fly", of rows and of headers: written from the user guide and issue 25, and from the facts of a laptop. It says
 * what stands against closing the lid, and of each sentence whether it is true. A sentence that it does not know is a fault, too.
 */
import type { Check } from '../../renderer/ready/ready-checks.ts';
import { HOUR } from './facts.ts';
import type { Shown, ShownKit } from './oracle-app.tsx';
import {
  DAY,
  type FlightFact,
  type KitFact,
  type OrderFact,
  type Paper,
  twinOf,
  type World,
} from './oracle-world.ts';

/** When each cycle takes effect, as published. */
const cycles = [
  ['2609', '2026-09-03'],
  ['2610', '2026-10-01'],
  ['2611', '2026-10-29'],
  ['2612', '2026-11-26'],
  ['2613', '2026-12-24'],
].map(([id = '', day = '']) => ({ id, from: Date.parse(day) }));
const cycleOf = (at: number) => cycles.findLast(({ from }) => from <= at) ?? { id: '', from: 0 };

/** A request on this laptop: a kit, or what came of an order that was due. */
interface Item {
  id: string;
  asked: number;
  profile: string;
  stage: KitFact['stage'];
  fact: KitFact | null;
}

const coming = ['requesting', 'generating', 'downloading'];
const ended = ['here', 'cancelled'];
const profiles = ['p1', 'p2', 'p3'];

/** What is true on a laptop. */
function truthOf(w: World) {
  const { now, cockpit, keychain, online } = w;
  const canSign = (profile: string, at: number) => {
    const ends = w.profiles[profile] ?? null;
    return ends !== null && ends >= at && keychain === 'works';
  };
  const isHeld = ({ profile }: { profile: string }) => !online || !canSign(profile, now);
  /** An order is planned until it is due, and longer where something is in the way. */
  const orderIs = ({ flight, due }: OrderFact) => {
    if (flight.departs <= now) return 'missed';
    return due <= now && !cockpit && canSign(flight.profile, now) ? 'requested' : 'planned';
  };
  const isForged = ({ file, sealed }: KitFact) => file === 'forged' && sealed && keychain === 'works';
  const isDamaged = (kit: KitFact) =>
    kit.stage === 'here' && (['altered', 'cut', 'gone'].includes(kit.file) || isForged(kit));
  const canRead = (kit: KitFact) => kit.stage === 'here' && kit.file !== 'cut' && kit.file !== 'gone';
  const isOpen = (kit: KitFact) => !kit.sealed && keychain === 'works';
  const isKnown = (kit: KitFact) => kit.says === 'departure' || twinOf(w, kit) !== null;
  const asItem = (fact: KitFact): Item => {
    const { id, asked, flight, stage } = fact;
    return { id, asked, profile: flight.profile, stage: isDamaged(fact) ? 'downloading' : stage, fact };
  };
  const itemsOf = (flight: FlightFact): Item[] => [
    ...w.kits.filter((kit) => kit.flight === flight && isKnown(kit)).map(asItem),
    ...w.orders.flatMap((order): Item[] => {
      const is = order.flight === flight ? orderIs(order) : 'planned';
      if (is === 'planned') return [];
      const one = { id: order.id, profile: flight.profile, fact: null };
      return [
        is === 'missed'
          ? { ...one, asked: order.due - HOUR, stage: 'failed' }
          : { ...one, asked: now, stage: 'requesting' },
      ];
    }),
  ];
  const plannedOf = (flight: FlightFact) =>
    w.orders.filter((order) => order.flight === flight && orderIs(order) === 'planned');
  const newerOf = (item: Item, all: readonly Item[]) =>
    all.some((other) => other.stage === 'here' && other.asked > item.asked);
  const leftOf = (flight: FlightFact) => {
    const all = itemsOf(flight);
    return all.filter((item) => !newerOf(item, all)).sort((a, b) => b.asked - a.asked);
  };
  const until = now + w.hours * HOUR;
  const isAhead = ({ departs }: FlightFact) => departs > now - HOUR && departs <= until;
  const flights = w.flights.filter(
    (flight) => isAhead(flight) && itemsOf(flight).length + plannedOf(flight).length > 0,
  );
  const later = w.orders.filter(
    (order) => order.flight.departs > until && order.due <= until && orderIs(order) === 'planned',
  );
  const undated = w.kits.filter((kit) => !isKnown(kit));
  return {
    w,
    canSign,
    isHeld,
    orderIs,
    isDamaged,
    canRead,
    isOpen,
    isKnown,
    asItem,
    itemsOf,
    plannedOf,
    newerOf,
    leftOf,
    flights,
    later,
    undated,
  };
}

type Truth = ReturnType<typeof truthOf>;

const stampOf = ({ stamp, on }: Paper) => (on === 'one' ? null : stamp);
/** The day of validity counts; one that ends with a cycle ends as the next one takes effect. */
function hasEnded({ until }: Paper, at: number): boolean {
  const day = Date.parse(until ?? '');
  return until !== null && at >= (cycleOf(day).from === day ? day : day + DAY);
}
/** What must be said of what the document prints of itself, as of a flight; null if nothing. */
function contradictionOf(paper: Paper, at: number): RegExp | null {
  const stamp = stampOf(paper);
  const { id } = cycleOf(at);
  const ofStamp = stamp !== null && stamp !== id ? `stamped AIRAC ${stamp}, the flight is in ${id}` : null;
  const ofValidity = hasEnded(paper, at) ? 'is valid until' : null;
  const lines = [ofStamp, ofValidity].filter((line) => line !== null);
  return lines.length === 0 ? null : new RegExp(lines.join('|'));
}
function wrongCharts({ charts }: Paper, at: number) {
  const count = (is: (chart: Paper['charts'][number]) => boolean) => charts.filter(is).length;
  return {
    later: count(({ from }) => from !== null && at < Date.parse(from)),
    expired: count(({ until }) => until !== null && at >= Date.parse(until) + DAY),
    undated: count(({ from, until }) => from === null && until === null),
  };
}

/** What is wrong with a file. */
function ofFile({ isDamaged, isOpen }: Truth, kit: KitFact): string[] {
  if (kit.stage !== 'here') return [];
  if (isDamaged(kit)) return ['damaged'];
  return kit.file === 'disk' ? ['not checked'] : isOpen(kit) ? ['not sealed'] : [];
}

/** What stands against a flight. */
function ofFlight(truth: Truth, flight: FlightFact): string[] {
  const planned = truth.plannedOf(flight).map(() => 'a planned kit is not here');
  const left = truth.leftOf(flight);
  const newest = left.find(({ stage }) => stage !== 'cancelled');
  if (!newest) return left.length > 0 ? ['cancelled', ...planned] : planned;
  const { fact, stage } = newest;
  if (stage !== 'here' || !fact) return [`the newest is ${stage}`, ...planned];
  const { paper, messages, changed, made } = fact;
  const stamp = stampOf(paper);
  const { later, expired, undated } = wrongCharts(paper, flight.departs);
  return [
    ...planned,
    ...ofFile(truth, fact),
    messages === 'unread' ? 'messages' : '',
    changed === null || changed > 0 ? 'changes' : '',
    stamp !== null && stamp !== cycleOf(flight.departs).id ? 'stamp' : '',
    stamp === null && made < cycleOf(flight.departs).from ? 'made before' : '',
    hasEnded(paper, flight.departs) ? 'validity' : '',
    later + expired + undated > 0 ? 'chart dates' : '',
  ].filter(Boolean);
}

function ofLaptop({ w, later, undated, ...truth }: Truth): string[] {
  return [
    w.free === null || w.free < 1e9 ? 'disk' : '',
    w.battery !== null && w.battery < 0.3 ? 'battery' : '',
    ...w.told.map(({ id, matters }) => (matters ? id : '')),
    ...later.map(() => 'a planned kit falls due'),
    ...undated.flatMap((kit) => ofFile({ w, later, undated, ...truth }, kit)),
  ].filter(Boolean);
}

/** Where the app is more careful than the guide: of kits whose flight or cycle it does not know. */
function isCareful({ undated, flights, leftOf }: Truth): boolean {
  const unknown = flights.some((flight) =>
    leftOf(flight).some(({ fact }) => fact && (fact.says !== 'departure' || !fact.read)),
  );
  return unknown || undated.some(({ stage }) => stage !== 'cancelled');
}

/** What a sentence is about. */
interface About {
  truth: Truth;
  at: number;
  newest: Item | null;
  /** The kit that can be read. */
  kit: KitFact | null;
  order: OrderFact | null;
  profile: string;
}

const isSound = ({ truth, kit }: About) => kit !== null && ofFile(truth, kit).length === 0;
const is = ({ newest }: About, stage: Item['stage']) => newest?.stage === stage;
const isComing = ({ newest }: About) => newest !== null && coming.includes(newest.stage);
const comes = (a: About) => a.newest !== null && isComing(a) && !a.truth.isHeld(a.newest);
const count = ({ kit, at }: About, what: keyof ReturnType<typeof wrongCharts>) =>
  kit && wrongCharts(kit.paper, at)[what];
const isMade = ({ kit, at }: About) => kit !== null && kit.made >= cycleOf(at).from;
const stamp = ({ kit }: About) => kit && stampOf(kit.paper);
const ends = ({ truth, profile }: About) => truth.w.profiles[profile] ?? Infinity;
function needs({ truth, profile }: About): boolean {
  const undated = truth.undated.map(truth.asItem).filter(({ stage }) => coming.includes(stage));
  const orders = [...truth.flights.flatMap(truth.plannedOf), ...truth.later];
  const open = [...truth.flights.flatMap(truth.leftOf), ...undated].filter(
    ({ stage }) => !ended.includes(stage),
  );
  return [...open, ...orders.map(({ flight }) => flight)].some((one) => one.profile === profile);
}

/** Each sentence of a flight or of the laptop, and when it is true. `#` is a number, `…` any words. */
const sentences: Record<string, (about: About, numbers: readonly string[]) => boolean> = {
  'On this laptop. It opens without a network.': (a) => is(a, 'here') && a.kit?.file !== 'disk',
  'Stored on this laptop.': (a) => is(a, 'here'),
  'Its document is not on this laptop': ({ kit }) => kit === null,
  'On its way. Keep the app running and online': comes,
  'A sound copy is on its way.': (a) => comes(a) && a.kit !== null && !isSound(a),
  'No connection. Next try #:#Z.': (a) => !a.truth.w.online && isComing(a),
  'The client certificate has expired. Import a new one.': ({ truth, order, newest }) =>
    !truth.canSign(order?.flight.profile ?? newest?.profile ?? '', truth.w.now),
  'The client certificate expires on … before this kit is requested.': ({ truth, order }) =>
    order !== null && !truth.canSign(order.flight.profile, order.due),
  'The service could not make it.': (a) => is(a, 'failed'),
  'The flight left before its kit could be requested.': (a) => is(a, 'failed'),
  'No answer from the service: check with your scheduler': (a) => is(a, 'unconfirmed'),
  'Cancelled, and no other kit of the flight is here.': (a) => is(a, 'cancelled') && a.kit === null,
  'A newer kit failed. The one requested … is here to read.': (a) => is(a, 'failed') && a.kit !== null,
  'No answer to a newer request: … is here to read.': (a) => is(a, 'unconfirmed') && a.kit !== null,
  'A newer kit is on its way: … is here to read.': (a) => comes(a) && a.kit !== null,
  'A newer kit waits. … is here to read.': (a) => isComing(a) && !comes(a) && a.kit !== null,
  'Every byte is as it was verified. The seal is not checked': (a) =>
    isSound(a) && a.truth.w.keychain === 'locked',
  'Every byte is as it was verified.': (a) => isSound(a) && a.truth.w.keychain === 'works',
  'Nothing seals the file.': ({ truth, kit }) => kit !== null && truth.isOpen(kit),
  'The document could not be read to its end.': ({ kit }) => kit?.file === 'disk',
  'The document was changed': ({ truth, kit }) => kit !== null && truth.isDamaged(kit),
  'What is stored of this kit is not what was sealed': ({ kit }) => kit?.file === 'forged',
  'No messages.': ({ kit }) => kit?.messages === 'none',
  'No message needs to be read.': ({ kit }) => kit?.messages === 'info',
  'You have read the service’s messages.': ({ kit }) => kit?.messages === 'read',
  'There are messages that you have not read yet.': ({ kit }) => kit?.messages === 'unread',
  'The kit is stamped AIRAC #.': (a, [cycle]) => stamp(a) === cycle && cycleOf(a.at).id === cycle,
  'This kit is stamped AIRAC #, the flight is in #.': (a, [cycle, flown]) =>
    stamp(a) === cycle && cycleOf(a.at).id === flown && cycle !== flown,
  'This kit is valid until … as its pages say.': ({ kit, at }) => kit !== null && hasEnded(kit.paper, at),
  'Made in the cycle of the departure, or later.': (a) => isMade(a) && (stamp(a) === null || !a.kit?.read),
  'Made before the cycle of the departure. Request the kit again once': (a) =>
    !isMade(a) && a.truth.w.now < cycleOf(a.at).from,
  'Made before the cycle of the departure. Request the kit again.': (a) =>
    !isMade(a) && a.truth.w.now >= cycleOf(a.at).from,
  'It is not known in which cycle': ({ kit }) => kit !== null && (kit.says === 'nothing' || !kit.dated),
  'No chart changed since you read the kit before.': ({ kit }) => kit?.changed === 0,
  '# charts changed since you read them, # not reviewed.': ({ kit }, [charts]) =>
    kit?.changed === Number(charts),
  'Being compared with': ({ kit }) => kit?.changed === null,
  'No chart prints a date that is wrong for the departure.': (a) =>
    count(a, 'later') === 0 && count(a, 'expired') === 0 && count(a, 'undated') === 0,
  '# chart… effective after your departure.': (a, [charts]) => count(a, 'later') === Number(charts),
  '# chart… expired before your departure.': (a, [charts]) => count(a, 'expired') === Number(charts),
  '# chart… without a date.': (a, [charts]) => count(a, 'undated') === Number(charts),
  'The cycle and the dates that its pages print are not read yet.': ({ kit }) => kit?.read === false,
  'The dates of its charts were not compared with the departure,': ({ kit }) => kit?.says !== 'departure',
  'A kit is requested at … Keep the app running and online until it is here.': ({ truth, order }) =>
    order !== null && order.due > truth.w.now && !truth.w.cockpit,
  'A kit was due to be requested at … Keep the app running and online.': ({ truth, order }) =>
    order !== null && order.due <= truth.w.now && !truth.w.cockpit,
  'Cockpit mode is on: the kit due at … is requested only after you leave it.': ({ truth }) =>
    truth.w.cockpit,
  'Not needed: nothing is left to be fetched.': (a) => !profiles.some((profile) => needs({ ...a, profile })),
  'Valid. What is still to come can be fetched.': (a) =>
    needs(a) && a.truth.canSign(a.profile, a.truth.w.now),
  'It has expired,': (a) => ends(a) < a.truth.w.now,
  'It ends before everything is fetched.': (a) => ends(a) < a.truth.w.now + 200 * HOUR,
  'Locked,': ({ truth }) => truth.w.keychain === 'locked',
  'There is none,': ({ truth, profile }) => truth.w.profiles[profile] === null,
  'Enough room for further kits.': ({ truth }) => (truth.w.free ?? 0) > 1e9,
  'Less than 1 GB is free': ({ truth }) => (truth.w.free ?? 1e9) < 1e9,
  'The free space could not be read.': ({ truth }) => truth.w.free === null,
  'Enough charge.': ({ truth }) => (truth.w.battery ?? 0) >= 0.3,
  'Below 30 %.': ({ truth }) => (truth.w.battery ?? 1) < 0.3,
  'Nearly empty.': ({ truth }) => (truth.w.battery ?? 1) < 0.1,
  'It was told': ({ truth }) => !truth.w.cockpit && truth.w.told.length > 0,
  'Held back in cockpit mode: It was told': ({ truth }) => truth.w.cockpit && truth.w.told.length > 0,
};
const patterns = Object.entries(sentences).map(([text, isTrue]) => {
  const source = text
    .replaceAll(/[.?()]/g, '\\$&')
    .replaceAll('#', '(\\d+)')
    .replaceAll('…', '.*');
  return { says: new RegExp(`^${source}`), isTrue };
});

function untrue(about: About, { text }: Check): string[] {
  for (const { says, isTrue } of patterns) {
    const match = says.exec(text);
    if (match) return isTrue(about, match.slice(1)) ? [] : [`Ready says: ${text}`];
  }
  return [`Ready says what the oracle does not know: ${text}`];
}

/** What "Ready to fly" says that is not so, and what it leaves out. */
export function faultsOfReady(w: World, { ready }: Shown): string[] {
  const truth = truthOf(w);
  const faults: string[] = [];
  const names = (all: readonly string[]) => all.toSorted().join();
  const shown = names(ready.flights.map(({ trip }) => trip.destination));
  const ahead = names(truth.flights.map(({ destination }) => destination));
  if (shown !== ahead) faults.push(`flights ${shown} are shown, ${ahead} depart`);
  const all: string[] = ofLaptop(truth);
  const about = { truth, at: 0, newest: null, kit: null, order: null, profile: '' };
  for (const one of [...ready.flights, ...ready.later]) {
    const flight = w.flights.find(({ destination }) => destination === one.trip.destination);
    if (!flight) continue;
    const left = truth.leftOf(flight);
    const newest = left.find(({ stage }) => stage !== 'cancelled') ?? left[0] ?? null;
    const kit = left.find(({ fact }) => fact && truth.canRead(fact))?.fact ?? null;
    const against = ready.flights.includes(one) ? ofFlight(truth, flight) : [];
    all.push(...against);
    if (one.state === 'ok' && against.length > 0)
      faults.push(`${flight.destination} is green against: ${against}`);
    for (const check of one.checks) {
      const order = w.orders.find(({ id }) => id === check.about) ?? null;
      faults.push(...untrue({ ...about, at: flight.departs, newest, kit, order }, check));
    }
    const line = kit?.read && ready.flights.includes(one) ? contradictionOf(kit.paper, flight.departs) : null;
    if (line && !one.checks.some(({ text }) => line.test(text))) faults.push(`Ready does not say: ${line}`);
  }
  for (const { kit, check } of ready.unknown) {
    const fact = truth.undated.find(({ id }) => id === kit.id) ?? null;
    if (!fact) faults.push('a kit with a departure is among those without');
    else if (check) faults.push(...untrue({ ...about, kit: fact }, check));
  }
  for (const { id, stage } of truth.undated) {
    const mustBe = stage === 'here' || coming.includes(stage);
    if (mustBe && !ready.unknown.some(({ kit }) => kit.id === id))
      faults.push(`a kit without a departure is not named (${stage})`);
  }
  for (const check of ready.laptop) faults.push(...untrue({ ...about, profile: check.about ?? '' }, check));
  if (ready.state === 'ok' && all.length > 0) faults.push(`Ready is green against: ${all}`);
  if (ready.state !== 'ok' && all.length === 0 && !isCareful(truth))
    faults.push(`Ready is ${ready.state}, and nothing is wrong`);
  return faults;
}

/** What a card, a row of the table, the header and the tab of a kit say that is not so, and what they leave out. */
export function faultsOfKit(w: World, { kit, card, table, header, isOld }: ShownKit): string[] {
  const truth = truthOf(w);
  const fact = w.kits.find(({ id }) => id === kit.id) ?? null;
  const order = w.orders.find(({ id }) => id === kit.id) ?? null;
  const flight = fact?.flight ?? order?.flight;
  if (!flight) return ['a kit that is not in the world'];
  const items = truth.itemsOf(flight);
  const item = items.find(({ id }) => id === kit.id) ?? (fact && truth.asItem(fact));
  const isOlder = item !== null && items.some(({ id }) => id === kit.id) && truth.newerOf(item, items);
  const file = fact ? ofFile(truth, fact) : [];
  const says = (all: readonly string[], pattern: RegExp) => all.some((text) => pattern.test(text));
  const rows = [card, table];
  const everywhere = fact && truth.canRead(fact) ? [...rows, header] : rows;
  const faults: string[] = [];
  const claim = (where: readonly string[], pattern: RegExp, isTrue: boolean) => {
    if (!isTrue && says(where, pattern))
      faults.push(`${pattern}: ${where.find((text) => pattern.test(text))}`);
  };
  const moves = item !== null && coming.includes(item.stage);
  const isHeld = moves && truth.isHeld(item);
  const doubt = item?.stage === 'here' ? file[0] : undefined;
  if (doubt && !isOlder && !table.includes(doubt)) faults.push(`the table does not say ${doubt}: ${table}`);
  claim(everywhere, /tone ok/, item?.stage === 'here' && file.length === 0);
  claim(everywhere, /\|On this laptop/, fact !== null && truth.canRead(fact));
  claim(rows, /\|On this laptop\|/, item?.stage === 'here');
  claim(everywhere, /\bverified\b/, fact !== null && file.length === 0);
  claim(everywhere, /not sealed/, file.includes('not sealed'));
  claim(everywhere, /not checked/, file.includes('not checked'));
  claim(everywhere, /damaged/i, file.includes('damaged'));
  claim(rows, /\|(?:Requesting|Generating|Downloading)\b/, moves && !isHeld);
  claim(rows, /\|Waiting\|/, isHeld);
  claim(rows, /\|Failed\|/, item?.stage === 'failed');
  claim(rows, /\|Unconfirmed\|/, item?.stage === 'unconfirmed');
  claim(rows, /\|Cancelled\|/, item?.stage === 'cancelled');
  claim(rows, /\|Planned\|/, order !== null && item === null);
  claim(rows, /\bUnread\b/, item?.stage === 'here' && fact?.opened === null && !isOlder);
  claim(rows, /Superseded/, isOlder);
  if (isOlder && !says([card], /Superseded/)) faults.push('the card of an older kit does not say so');
  if (isOld !== isOlder) faults.push(`the tab says ${isOld} of a kit that is older: ${isOlder}`);
  if (!fact) return faults;
  const departs = fact.says === 'departure' ? flight.departs : null;
  const { id: wanted, from } = cycleOf(departs ?? w.now);
  const stamp = stampOf(fact.paper);
  const { later, expired, undated } = wrongCharts(fact.paper, departs ?? 0);
  const isOther = stamp !== null && stamp !== wanted;
  claim(everywhere, /stamped AIRAC/, isOther);
  for (const text of everywhere) {
    for (const [, cycle, of, flown] of text.matchAll(/stamped AIRAC (\d+), (the flight|today) is in (\d+)/g))
      if (cycle !== stamp || flown !== wanted || (of === 'today') !== (departs === null))
        faults.push(`stamp: ${text}`);
  }
  claim(everywhere, /is valid until/, hasEnded(fact.paper, departs ?? w.now));
  claim(everywhere, /Made before (?:AIRAC|cycle)/, (stamp === null || !fact.read) && fact.made < from);
  claim(
    everywhere,
    /takes effect (?:before departure|on .*, before departure)/,
    (stamp === null || !fact.read) && fact.made < from && w.now < from,
  );
  claim(
    everywhere,
    /[Cc]ycle not known|not known in which AIRAC cycle/,
    fact.says === 'nothing' || !fact.dated,
  );
  claim(everywhere, /contradict/, false);
  const counts = [...card.matchAll(/(\d) charts? (takes? effect only after|expired before|without a date)/g)];
  const right: Record<string, number> = { take: later, expi: expired, with: undated };
  for (const [text, count, what = ''] of counts)
    if (right[what.slice(0, 4)] !== Number(count)) faults.push(`charts: ${text}`);
  const isOver = departs !== null && departs <= w.now - DAY;
  const mustSay = fact.read && departs !== null && !isOver && !isOlder;
  const line = contradictionOf(fact.paper, departs ?? 0);
  const where = item?.stage === 'here' ? everywhere : truth.canRead(fact) ? [card, header] : [];
  for (const text of mustSay && line ? where : []) if (!line?.test(text)) faults.push(`no ${line}: ${text}`);
  return faults;
}
