import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Icon, type IconName } from './icons.tsx';
import { appWords } from './words.ts';

export type Tone = 'ok' | 'busy' | 'warn' | 'danger' | 'calm';

const icons: Record<Tone, IconName> = {
  ok: 'check',
  busy: 'clock',
  warn: 'alert',
  danger: 'cross',
  calm: 'info',
};

/** A short word on a coloured ground; colour is never the only sign. */
export function Badge({ tone, icon, children }: { tone: Tone; icon?: IconName; children: ReactNode }) {
  return (
    <span className={`badge tone--${tone}`}>
      <Icon name={icon ?? icons[tone]} />
      {children}
    </span>
  );
}

/** What failed last, read out at once; nothing where nothing has. `again`: tries it again, where that can help. */
export function FailureNotice({
  failure,
  again,
}: {
  failure: { message: string } | null | undefined;
  again?: () => void;
}) {
  if (!failure) return null;
  return (
    <Notice
      tone="danger"
      alert
      action={again ? <Button onClick={again}>{appWords.tryAgain}</Button> : undefined}
    >
      {failure.message}
    </Notice>
  );
}

/** A sentence that needs attention. `alert` reads it out at once. */
export function Notice(props: { tone: Tone; alert?: boolean; action?: ReactNode; children: ReactNode }) {
  return (
    <div className={`notice tone--${props.tone}`} role={props.alert ? 'alert' : undefined}>
      <Icon name={icons[props.tone]} />
      <div className="notice__body">{props.children}</div>
      {props.action}
    </div>
  );
}
