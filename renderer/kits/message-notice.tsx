import type { ServiceMessage, Trip } from '../../preload/contract.ts';
import { Notice } from '../design/notice.tsx';
import { wordMessage } from './message-words.ts';

/** One message of the service in people's words, with its own text and code small below. */
export function MessageNotice({ message, trip }: { message: ServiceMessage; trip: Trip | null }) {
  const words = wordMessage(message, trip);
  return (
    <Notice tone={words.tone}>
      {words.text}
      <span className="notice__small">
        {words.original ? `“${words.original}” · ${words.source}` : words.source}
      </span>
    </Notice>
  );
}
