import type { ReactNode } from 'react';
import type { Kit, ServiceMessage, Trip } from '../../preload/contract.ts';
import { Badge, Notice } from '../design/notice.tsx';
import { lookOf, stateLabel, stateLooks } from './kit-words.ts';
import { wordMessage } from './message-words.ts';
import { stateWords } from './words.ts';

/** The state of a kit and of its document. */
export function KitBadge({ kit }: { kit: Kit }) {
  const { tone, icon } = lookOf(kit);
  return (
    <Badge tone={tone} icon={icon}>
      {stateLabel(kit)}
    </Badge>
  );
}

/** A state of kits, in its colour and with its icon. */
export function StateBadge({ state, children }: { state: Kit['state']; children: ReactNode }) {
  const { tone, icon } = stateLooks[state];
  return (
    <Badge tone={tone} icon={icon}>
      {children}
    </Badge>
  );
}

/** What is behind a short sentence, unfolded on demand: the only place of hosts and HTTP numbers. */
export function Why({ children }: { children: ReactNode }) {
  return (
    <details className="why">
      <summary>{stateWords.why}</summary>
      <div>{children}</div>
    </details>
  );
}

/** Messages of the service in people's words, each with its own text and code small below. */
export function MessageList({ messages, trip }: { messages: readonly ServiceMessage[]; trip: Trip | null }) {
  return (
    <ul className="kit__messages">
      {messages.map((message) => {
        const { tone, text, original, source } = wordMessage(message, trip);
        return (
          <li key={`${message.code} ${message.type} ${message.message}`}>
            <Notice tone={tone}>
              {text}
              <br />
              <span className="notice__small">{original ? `“${original}” · ${source}` : source}</span>
            </Notice>
          </li>
        );
      })}
    </ul>
  );
}
