import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { Kit } from '../../../../preload/contract.ts';
import { AirportInput } from '../../../airports/airport-input.tsx';
import { Button } from '../../../design/button.tsx';
import { Field, type FieldProblem } from '../../../design/field.tsx';
import {
  type Draft,
  draftToTrip,
  emptyDraft,
  localProblems,
  tripToDraft,
} from '../../../request/request-store.ts';
import { requestWords } from '../../../request/words.ts';
import { useNavigation } from '../../../shell/state/navigation-store.ts';
import { useStores } from '../../../shell/state/registry.tsx';
import { canEnterDeparture } from '../../kit-words.ts';
import { kitsSlice, useKits } from '../../kits-store.ts';
import { kitWords } from '../../words.ts';

const words = kitWords.departure;

type Name = 'origin' | 'destination' | 'flight' | 'departureDate' | 'departureTime';

/** Enters the departure of a kit whose request had none, or corrects it; of a tracked kit also its route. */
export function DepartureForm({ kit }: { kit: Kit }) {
  const [open, setOpen] = useState(!kit.entered);
  if (!canEnterDeparture(kit)) return null;
  if (open) return <Fields kit={kit} onSaved={() => setOpen(false)} />;
  return (
    <div>
      <Button look="quiet" onClick={() => setOpen(true)}>
        {words.change}
      </Button>
    </div>
  );
}

function Fields({ kit, onSaved }: { kit: Kit; onSaved: () => void }) {
  const [kits] = useStores(kitsSlice);
  const busy = useKits((state) => state.busy.has(kit.id));
  const cameFromReady = useNavigation((state) => state.back === 'ready');
  const form = useRef<HTMLFormElement>(null);
  const [draft, setDraft] = useState<Draft>(() => (kit.trip ? tripToDraft(kit.trip) : emptyDraft));
  const [sent, setSent] = useState(false);
  const isTracked = kit.trip === null || kit.entered === 'trip';
  const now = Date.now();
  const trip = draftToTrip(draft, now);
  const problems = sent ? problemsOf(draft, now) : {};
  if (Date.parse(trip.departure ?? '') < now)
    problems.departureDate = { severity: 'warning', message: words.past };
  useEffect(() => {
    if (cameFromReady) form.current?.querySelector('input')?.focus();
  }, [cameFromReady]);

  async function submit(event: FormEvent) {
    event.preventDefault();
    setSent(true);
    const [wrong] = Object.keys(problemsOf(draft, Date.now()));
    if (wrong) form.current?.querySelector<HTMLElement>(`[name="${wrong}"]`)?.focus();
    else if (await kits.getState().enterDeparture(kit.id, trip)) onSaved();
  }

  const field = (name: Name, hint: string) => (
    <Field label={requestWords[name]} hint={hint} problems={problems[name] ? [problems[name]] : []}>
      {(control) => {
        const edit = (text: string) => setDraft({ ...draft, [name]: text });
        const input = { name, className: 'input input--code', value: draft[name] };
        return name === 'origin' || name === 'destination' ? (
          <AirportInput {...input} control={control} required onText={edit} onPick={edit} onBlur={() => {}} />
        ) : (
          <input
            {...control}
            {...input}
            maxLength={20}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => edit(event.target.value.toUpperCase())}
          />
        );
      }}
    </Field>
  );
  return (
    <form ref={form} className="stack" noValidate aria-label={words.enter} onSubmit={submit}>
      <p className="hint">{words.why}</p>
      {isTracked ? (
        <>
          <div className="field-pair">
            {field('origin', requestWords.airportHint)}
            {field('destination', requestWords.airportHint)}
          </div>
          {field('flight', requestWords.flightHint)}
        </>
      ) : null}
      <div className="field-pair">
        {field('departureDate', requestWords.departureDateHint)}
        {field('departureTime', requestWords.departureTimeHint)}
      </div>
      <div>
        <Button type="submit" disabled={busy}>
          {words.save}
        </Button>
      </div>
    </form>
  );
}

/** What keeps the departure from being saved, by field. */
function problemsOf(draft: Draft, now: number): Partial<Record<Name, FieldProblem>> {
  const { departureDate, departureTime } = localProblems(draft, now);
  if (departureDate) return { departureDate };
  if (departureTime) return { departureTime };
  if (draftToTrip(draft, now).departure) return {};
  return { departureDate: { severity: 'error', message: requestWords.badDate } };
}
