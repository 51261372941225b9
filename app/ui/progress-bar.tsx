/** How much of a piece of work is done, such as an upload: whole percent, or null while it cannot be told. */
export function ProgressBar({ label, percent }: { label: string; percent: number | null }) {
  return (
    <div>
      <div className="mb-2 flex justify-between text-small">
        <span>{label}</span>
        {percent !== null && (
          <span className="figures" aria-hidden="true">
            {percent}%
          </span>
        )}
      </div>
      <progress className="progress-bar" aria-label={label} max={100} value={percent ?? undefined} />
    </div>
  )
}
