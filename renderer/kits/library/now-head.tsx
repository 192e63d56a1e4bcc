import { formatMinutes, formatUtcTime } from '../../design/format.ts';
import { useNow } from '../../design/use-now.ts';
import { libraryWords } from '../words.ts';

const words = libraryWords;
/** How often the time is updated, ms. */
const NOW_EVERY_MS = 5_000;

/**
 * The line between what has departed and what departs next, at `top` px. Screen readers find the next departure by its row
 * (`aria-current`).
 */
export function NowHead({ next, top }: { next: number | null; top: number }) {
  const now = useNow(true, NOW_EVERY_MS);
  return (
    <div className="now-head" style={{ top }} aria-hidden="true">
      <strong>{words.now.label(`${formatUtcTime(now)}${words.zulu}`)}</strong>
      <span>{next === null ? words.now.none : words.now.next(formatMinutes(next - now))}</span>
    </div>
  );
}
