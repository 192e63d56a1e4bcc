import type { ComponentProps } from 'react';
import { Icon, type IconName } from './icons.tsx';
import { shownKey } from './key-press.ts';

export interface ButtonProps extends Omit<ComponentProps<'button'>, 'className'> {
  look?: 'plain' | 'primary' | 'quiet' | 'danger';
  icon?: IconName;
}

/** A button with a text. */
export function Button({ look = 'plain', icon, children, type = 'button', ...rest }: ButtonProps) {
  return (
    <button {...rest} type={type} className={`button button--${look}`}>
      {icon ? <Icon name={icon} /> : null}
      {children}
    </button>
  );
}

/** A name with the first of its keys that works, for tips. */
export function withKey(name: string, keys: readonly string[] = []): string {
  const key = shownKey(keys);
  return key === undefined ? name : `${name} (${key})`;
}

/** A button that shows an icon only; `label` is its name for everyone, with its key where it has one. */
export function IconButton({
  icon,
  label,
  keys,
  ...rest
}: Omit<ButtonProps, 'children' | 'look'> & { icon: IconName; label: string; keys?: readonly string[] }) {
  return (
    <button
      {...rest}
      type="button"
      className="button button--quiet button--icon"
      aria-label={label}
      title={withKey(label, keys)}
    >
      <Icon name={icon} />
    </button>
  );
}
