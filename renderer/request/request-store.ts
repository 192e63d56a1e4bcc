import { createStore } from 'zustand/vanilla';
import { parseDate, parseTime } from '../../main/trips/rules/departure.ts';
import type { Kit, Trip, TripField, TripProblem } from '../../preload/contract.ts';
import type { FieldProblem } from '../design/field.tsx';
import type { Bridge, UiFailure } from '../shell/state/bridge.ts';
import { latestOnly, oneAtATime } from '../shell/state/calls.ts';
import { defineSlice } from '../shell/state/registry.tsx';
import type { FlightPlan } from './flight-plan.ts';
import { requestWords } from './words.ts';

/** The form as it was typed. */
export interface Draft {
  origin: string;
  destination: string;
  alternates: readonly string[];
  /** What is being typed into the field of alternates and is no token yet. */
  alternateText: string;
  route: string;
  flight: string;
  departureDate: string;
  departureTime: string;
  /** The trip that filled the form; null if none did. */
  from: Trip | null;
}

/** The fields of the form; departure has two. */
type DraftField = Exclude<TripField, 'departure'> | 'departureDate' | 'departureTime';

export const emptyDraft: Draft = {
  origin: '',
  destination: '',
  alternates: [],
  alternateText: '',
  route: '',
  flight: '',
  departureDate: '',
  departureTime: '',
  from: null,
};

/** The pause in typing after which the rules are asked, ms. */
const CHECK_DELAY_MS = 200;

/** Several alternates in one text: separated by white space, commas, semicolons or slashes. */
export function splitAlternates(text: string): string[] {
  return text
    .toUpperCase()
    .split(/[\s,;/]+/)
    .filter(Boolean);
}

/** Alternates with the half-typed one, in order. Repeats are kept: the rules tell of them. */
function allAlternates(draft: Draft): string[] {
  return [...draft.alternates, ...splitAlternates(draft.alternateText)];
}

/** Whether a trip is the flight of another one, on the same day (UTC). */
function isSameFlight(trip: Trip, other: Trip): boolean {
  const keyOf = ({ origin, destination, flight, departure }: Trip) =>
    [origin, destination, flight, departure?.slice(0, 10)].join().toUpperCase();
  return keyOf(trip) === keyOf({ ...other, departure: other.departure ?? trip.departure });
}

/**
 * The trip of a draft; empty optional fields are absent. The remarks of the trip that filled it stay with the same flight.
 * `now` (ms) places a date without its year.
 */
export function draftToTrip(draft: Draft, now: number): Trip {
  const trip: Trip = {
    origin: draft.origin.trim(),
    destination: draft.destination.trim(),
  };
  const alternates = allAlternates(draft);
  if (alternates.length > 0) trip.alternates = alternates;
  const route = draft.route.replace(/\s+/g, ' ').trim();
  if (route) trip.route = route;
  const flight = draft.flight.replace(/\s+/g, '');
  if (flight) trip.flight = flight;
  const date = parseDate(draft.departureDate, now);
  const time = parseTime(draft.departureTime);
  if (date && time) trip.departure = `${date}T${time}:00Z`;
  if (draft.from?.remarks && isSameFlight(trip, draft.from)) trip.remarks = draft.from.remarks;
  return trip;
}

/** A trip as a draft, to ask for the same again. */
export function tripToDraft(trip: Trip): Draft {
  const departure = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2})/.exec(trip.departure ?? '');
  return {
    origin: trip.origin,
    destination: trip.destination,
    alternates: trip.alternates ?? [],
    alternateText: '',
    route: trip.route ?? '',
    flight: trip.flight ?? '',
    departureDate: departure?.[1] ?? '',
    departureTime: departure?.[2] ?? '',
    from: trip,
  };
}

/** What the form itself must refuse, because it could not be put into a trip. */
export function localProblems(draft: Draft, now: number): Partial<Record<DraftField, FieldProblem>> {
  const problems: Partial<Record<DraftField, FieldProblem>> = {};
  const error = (message: string): FieldProblem => ({ severity: 'error', message });
  const date = draft.departureDate.trim();
  const time = draft.departureTime.trim();
  if (date && !parseDate(date, now)) problems.departureDate = error(requestWords.badDate);
  if (time && !parseTime(time)) problems.departureTime = error(requestWords.badTime);
  if (time && !date) problems.departureDate = error(requestWords.dateMissing);
  if (date && !time) problems.departureTime = error(requestWords.timeMissing);
  return problems;
}

/** The field of the trip that a field of the form belongs to. */
function tripField(field: DraftField): TripField {
  return field === 'departureDate' || field === 'departureTime' ? 'departure' : field;
}

/** Whether a field of the trip differs between two drafts. */
function isChanged(a: Draft, b: Draft, field: TripField): boolean {
  if (field === 'departure')
    return a.departureDate !== b.departureDate || a.departureTime !== b.departureTime;
  if (field === 'alternates') return a.alternates !== b.alternates || a.alternateText !== b.alternateText;
  return a[field] !== b[field];
}

type PastedField = Exclude<keyof FlightPlan, 'kind'>;

/** What a flight plan changes in the draft; the names of what it filled in the order of the form. */
function takePlan(draft: Draft, plan: FlightPlan): { draft: Draft; fields: PastedField[] } {
  const next = { ...draft };
  const fields: PastedField[] = [];
  const put = (
    field: PastedField,
    value: string | undefined,
    name: Exclude<keyof Draft, 'alternates' | 'from'>,
  ) => {
    if (value === undefined || (plan.kind === 'route' && field !== 'route' && draft[name])) return;
    next[name] = value;
    fields.push(field);
  };
  put('origin', plan.origin, 'origin');
  put('destination', plan.destination, 'destination');
  if (plan.alternates) {
    next.alternates = plan.alternates;
    next.alternateText = '';
    fields.push('alternates');
  }
  put('flight', plan.flight, 'flight');
  put('date', plan.date, 'departureDate');
  put('time', plan.time, 'departureTime');
  put('route', plan.route, 'route');
  return { draft: next, fields };
}

interface RequestState {
  draft: Draft;
  /** Fields whose errors may be shown: left once, or all after an attempt to send. */
  touched: ReadonlySet<DraftField>;
  /** The answer of the rules about `judged`, the draft at that time. */
  problems: readonly TripProblem[];
  judged: Draft | null;
  busy: boolean;
  failure: UiFailure | null;
  /** What the last pasted flight plan filled in, and the draft before it; null once that has been sent or undone. */
  pasted: { fields: readonly PastedField[]; before: Draft } | null;
  edit(change: Partial<Draft>): void;
  touch(field: DraftField): void;
  addAlternates(text: string): void;
  removeAlternate(index: number): void;
  /** Takes in what a pasted flight plan names; a plain route does not overwrite airports that were typed. */
  paste(plan: FlightPlan): void;
  undoPaste(): void;
  /** Starts from another kit's trip. */
  fill(trip: Trip): void;
  clear(): void;
  /** Asks the rules after a pause in typing. Without a profile nothing is asked. */
  checkSoon(profileId: string | null): void;
  /** What to show at a field. */
  problemsOf(field: DraftField): FieldProblem[];
  /** The first field with an error, in the form's order; null where there is none. */
  firstError(): DraftField | null;
  /** Checks and sends. Null where something is wrong: it is shown and everything typed stays. */
  submit(profileId: string): Promise<Kit | null>;
}

const order: readonly DraftField[] = [
  'origin',
  'destination',
  'alternates',
  'flight',
  'departureDate',
  'departureTime',
  'route',
];

/** What begins again with another draft. */
const untouched = {
  touched: new Set<DraftField>(),
  problems: [],
  failure: null,
  pasted: null,
} satisfies Partial<RequestState>;

/** The slice of the request form. `now` is the clock, ms. */
export function createRequestStore(bridge: Bridge, now: () => number = Date.now) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const begin = latestOnly();
  return createStore<RequestState>()((set, get) => {
    async function check(profileId: string) {
      const isLatest = begin();
      const { draft } = get();
      const problems = await bridge.kits.check(profileId, draftToTrip(draft, now()));
      if (isLatest()) set({ problems, judged: draft });
    }

    const edit = (change: Partial<Draft>) => set({ draft: { ...get().draft, ...change } });

    return {
      ...untouched,
      draft: emptyDraft,
      judged: null,
      busy: false,
      edit,
      touch(field) {
        if (!get().touched.has(field)) set({ touched: new Set([...get().touched, field]) });
      },
      addAlternates(text) {
        edit({ alternates: [...get().draft.alternates, ...splitAlternates(text)], alternateText: '' });
      },
      removeAlternate(index) {
        edit({ alternates: get().draft.alternates.toSpliced(index, 1) });
      },
      paste(plan) {
        const before = get().draft;
        const { draft, fields } = takePlan(before, plan);
        if (fields.length > 0) set({ draft, pasted: { fields, before } });
      },
      undoPaste() {
        const { pasted } = get();
        if (pasted) set({ draft: pasted.before, pasted: null });
      },
      fill: (trip) => set({ ...untouched, draft: tripToDraft(trip) }),
      clear() {
        begin();
        clearTimeout(timer);
        set({ ...untouched, draft: emptyDraft });
      },
      checkSoon(profileId) {
        clearTimeout(timer);
        if (profileId === null) return;
        timer = setTimeout(() => {
          // A check that fails is no reason to disturb typing: sending asks once more and tells.
          check(profileId).catch(() => {});
        }, CHECK_DELAY_MS);
      },
      problemsOf(field) {
        const { draft, judged, problems, touched } = get();
        const local = localProblems(draft, now())[field];
        const name = tripField(field);
        // A problem of another value is not shown: the next answer is on its way.
        const stale = judged === null || isChanged(draft, judged, name);
        const fromRules =
          stale || field === 'departureTime' ? [] : problems.filter((one) => one.field === name);
        const all: FieldProblem[] = local ? [local] : fromRules;
        return all.filter((problem) => problem.severity === 'warning' || touched.has(field));
      },
      firstError() {
        const { draft, problems } = get();
        const local = localProblems(draft, now());
        return (
          order.find(
            (field) =>
              local[field] ||
              problems.some((one) => one.severity === 'error' && one.field === tripField(field)),
          ) ?? null
        );
      },
      async submit(profileId) {
        if (get().busy) return null;
        clearTimeout(timer);
        set({ touched: new Set(order) });
        return oneAtATime(set, get)(true, async () => {
          await check(profileId);
          if (get().firstError() !== null) return null;
          const [kit] = await bridge.kits.request(profileId, [draftToTrip(get().draft, now())]);
          get().clear();
          return kit ?? null;
        });
      },
    };
  });
}

/** The request form. */
export const [requestSlice, useRequest] = defineSlice(({ bridge }) => createRequestStore(bridge));
