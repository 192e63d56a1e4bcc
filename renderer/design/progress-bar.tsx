/** A share from 0 to 1; null where it is not known. `label` names it; null where words beside it do. */
export function ProgressBar({ share, label }: { share: number | null; label: string | null }) {
  const spoken = {
    role: 'progressbar',
    'aria-label': label ?? undefined,
    'aria-valuemin': 0,
    'aria-valuemax': 100,
    'aria-valuenow': share === null ? undefined : Math.round(share * 100),
  };
  return (
    <div
      className={share === null ? 'progress progress--open' : 'progress'}
      {...(label === null ? { 'aria-hidden': true } : spoken)}
    >
      <div
        className="progress__fill"
        // What has begun is seen to have; where nothing is here, nothing is shown.
        style={share === null ? undefined : { transform: `scaleX(${share > 0 ? Math.max(0.02, share) : 0})` }}
      />
    </div>
  );
}
