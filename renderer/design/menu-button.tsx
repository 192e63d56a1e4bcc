import { type ReactNode, useId, useState } from 'react';
import { Icon, type IconName } from './icons.tsx';

/**
 * A button that opens a small panel below it. The browser's own popover: Esc and a click elsewhere close it, and the
 * focus goes back to the button. What is in it is there only while it is open.
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
        className="panel"
        // There before it is seen; gone once it is hidden, and the focus with it back on the button.
        onBeforeToggle={({ newState }) => (newState === 'open' ? setOpen(true) : undefined)}
        onToggle={({ newState }) => setOpen(newState === 'open')}
      >
        {open ? props.children : null}
      </div>
    </>
  );
}

/** A chip that is on or off. */
export function ToggleChip(props: {
  on: boolean;
  icon?: IconName;
  onChange: (on: boolean) => void;
  children: ReactNode;
}) {
  return (
    <button
      type="button"
      className={props.on ? 'chip chip--on' : 'chip'}
      aria-pressed={props.on}
      onClick={() => props.onChange(!props.on)}
    >
      {props.icon ? <Icon name={props.icon} /> : null}
      {props.children}
    </button>
  );
}

/** One of several that may be chosen together. */
export function CheckLine(props: { checked: boolean; onChange: (on: boolean) => void; children: ReactNode }) {
  return (
    <label className="check check--line">
      <input
        type="checkbox"
        checked={props.checked}
        onChange={(event) => props.onChange(event.target.checked)}
      />
      <span>{props.children}</span>
    </label>
  );
}

/** One of several of which one is chosen. */
export function RadioLine(props: {
  name: string;
  checked: boolean;
  onChange: () => void;
  children: ReactNode;
}) {
  return (
    <label className="check check--line">
      <input type="radio" name={props.name} checked={props.checked} onChange={props.onChange} />
      <span>{props.children}</span>
    </label>
  );
}
