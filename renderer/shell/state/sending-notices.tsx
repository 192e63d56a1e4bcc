import { Button } from '../../design/button.tsx';
import { FailureNotice, Notice } from '../../design/notice.tsx';
import { requestWords } from '../../request/words.ts';
import type { UiFailure } from './bridge.ts';
import { useStores } from './registry.tsx';
import { expiredText, sessionSlice, useSession } from './session-store.ts';

/** What prevents a form from being sent: the last failure, an expired certificate, or an unfinished set-up. */
export function SendingNotices({ failure }: { failure: UiFailure | null }) {
  const [session] = useStores(sessionSlice);
  const profile = useSession((state) => state.profile);
  const expired = useSession((state) => expiredText(state.identity));
  const usable = useSession((state) => state.identity?.state === 'usable');
  return (
    <>
      <FailureNotice failure={failure} />
      {expired ? <Notice tone="danger">{expired}</Notice> : null}
      {usable ? null : (
        <Notice
          tone="warn"
          action={
            <Button onClick={() => void session.getState().openSetup()}>{requestWords.goToSetup}</Button>
          }
        >
          {profile ? requestWords.needsIdentity : requestWords.needsProfile}
        </Notice>
      )}
    </>
  );
}
