import { type ComponentProps, type ReactNode, useId, useState } from 'react';
import { Icon, type IconName } from './icons.tsx';

/**
 * A button that opens a panel below it, a native popover: Esc or a click elsewhere closes it. Its content exists while it is open;
 * a control of it with `data-first` takes the focus.
 */
export function MenuButton(props: {
  label: string;
  icon?: IconName;
  /** Whether the choice behind it differs from the usual one. */
  chosen?: boolean;
  /** The panel's name. */
  title: string;
  children: ReactNode;
}) {
  const id = useId();
  const [open, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className={props.chosen ? 'chip chip--on' : 'chip'}
        popoverTarget={id}
        aria-haspopup="dialog"
      >
        {props.icon ? <Icon name={props.icon} /> : null}
        {props.label}
        <Icon name="chevronDown" />
      </button>
      <div
        id={id}
        popover="auto"
        role="dialog"
        aria-label={props.title}
        className="popup panel"
        // There before it is seen; gone once it is hidden, and the focus with it back on the button.
        onBeforeToggle={({ newState }) => (newState === 'open' ? setOpen(true) : undefined)}
        onToggle={({ newState, currentTarget }) => {
          setOpen(newState === 'open');
          if (newState === 'open') currentTarget.querySelector<HTMLElement>('[data-first]')?.focus();
        }}
      >
        {open ? props.children : null}
      </div>
    </>
  );
}

/** A chip that is on or off. */
export function ToggleChip(props: { on: boolean; onChange: (on: boolean) => void; children: ReactNode }) {
  return (
    <button
      type="button"
      className={props.on ? 'chip chip--on' : 'chip'}
      aria-pressed={props.on}
      onClick={() => props.onChange(!props.on)}
    >
      {props.children}
    </button>
  );
}

/** A line of a panel to tick, or with `type="radio"` one of several of which one is chosen. */
export function CheckLine({ children, ...input }: ComponentProps<'input'>) {
  return (
    <label className="check check--line">
      <input type="checkbox" {...input} />
      <span>{children}</span>
    </label>
  );
}
