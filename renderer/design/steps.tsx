import type { ReactNode, Ref } from 'react';
import { setupWords } from '../setup/words.ts';
import { Icon, type IconName } from './icons.tsx';
import './steps.css';

/** A part of a card. `number`: its place on the way to the first request; without one it is a setting beside it. */
export function Step(props: {
  place?: Ref<HTMLLIElement>;
  id?: string;
  number?: number;
  /** In the place of a number. */
  icon?: IconName;
  title: string;
  done?: boolean;
  children: ReactNode;
}) {
  return (
    <li className="step" id={props.id} ref={props.place} tabIndex={props.place ? -1 : undefined}>
      <span className={props.done ? 'step__mark step__mark--done' : 'step__mark'} aria-hidden="true">
        {props.done ? <Icon name="check" /> : (props.number ?? <Icon name={props.icon ?? 'clock'} />)}
      </span>
      <section className="step__body" aria-label={props.title}>
        <h2 tabIndex={props.id ? -1 : undefined}>
          {props.title}
          {props.done ? <span className="sr-only">{` (${setupWords.stepDone})`}</span> : null}
        </h2>
        {props.children}
      </section>
    </li>
  );
}
