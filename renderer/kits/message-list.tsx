import type { ServiceMessage, Trip } from '../../preload/contract.ts';
import { Notice } from '../design/notice.tsx';
import { wordMessage } from './message-words.ts';

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
              <span className="notice__small">{original ? `“${original}” · ${source}` : source}</span>
            </Notice>
          </li>
        );
      })}
    </ul>
  );
}
