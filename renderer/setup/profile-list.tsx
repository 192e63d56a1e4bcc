import type { IdentityState, ProfileSummary } from '../../preload/contract.ts';
import { Choice } from '../design/field.tsx';
import { Badge } from '../design/notice.tsx';
import { sessionSlice, useSession } from '../session/session-store.ts';
import { useStores } from '../state/registry.tsx';
import { strings } from '../strings/strings.ts';

/** Several profiles side by side; the chosen one gets the new requests. */
export function ProfileList() {
  const [session] = useStores(sessionSlice);
  const { profiles, profile, identities, busy } = useSession((state) => state);
  return (
    <fieldset className="choices">
      <legend className="choices__legend">{strings.setup.profilesLegend}</legend>
      {profiles.map((one) => {
        const active = one.id === profile?.id;
        return (
          <Choice
            key={one.id}
            name="profile"
            checked={active}
            disabled={busy !== null}
            onChange={() => void session.getState().use(one.id)}
          >
            <span className="choice__name">{one.name}</span>
            {active ? <Badge tone="ok">{strings.setup.active}</Badge> : null}
            {one.managed ? <ManagedBadge /> : null}
            <span className="choice__more">{aboutProfile(one, identities.get(one.id))}</span>
          </Choice>
        );
      })}
    </fieldset>
  );
}

export function ManagedBadge() {
  return (
    <Badge tone="calm" icon="lock">
      {strings.setup.managed}
    </Badge>
  );
}

/** Company, server, and how it stands with the certificate, in one line. */
function aboutProfile(profile: ProfileSummary, identity: IdentityState | undefined): string {
  const company = strings.setup.company(profile.company_name, profile.company_code);
  return [company, profile.api_host, identity ? certificateText(identity) : ''].filter(Boolean).join(' · ');
}

function certificateText(state: IdentityState): string {
  const expiry = state.state === 'none' ? null : (state.identity?.expiry ?? null);
  if (state.state === 'usable' && expiry && expiry.level !== 'none')
    return strings.setup.expiryShort(expiry.level === 'expired' ? -1 : expiry.days);
  return strings.setup.certificateState[state.state];
}
