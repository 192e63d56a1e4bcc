/** How far something is: a share from 0 to 1, or null where nobody knows. */
export function ProgressBar({ share, label }: { share: number | null; label: string }) {
  return (
    <div
      className={share === null ? 'progress progress--open' : 'progress'}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={share === null ? undefined : Math.round(share * 100)}
    >
      <div
        className="progress__fill"
        style={share === null ? undefined : { transform: `scaleX(${Math.max(0.02, share)})` }}
      />
    </div>
  );
}
