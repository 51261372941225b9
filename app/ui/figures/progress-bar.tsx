/** `percent` is a whole number, or null while unknown. */
export function ProgressBar({ label, percent }: { label: string; percent: number | null }) {
  return (
    <div>
      <div className="mb-2 flex justify-between text-small">
        <span>{label}</span>
        {percent !== null && (
          <span className="tabular-nums" aria-hidden="true">
            {percent}%
          </span>
        )}
      </div>
      <Progress aria-label={label} max={100} value={percent ?? undefined} />
    </div>
  )
}

export function Progress({ className = '', ...rest }: React.ComponentProps<'progress'>) {
  return (
    <progress
      {...rest}
      className={`block h-2 w-full appearance-none overflow-hidden rounded-full border-0 bg-ink/10 progress-value:rounded-full progress-value:bg-[linear-gradient(90deg,var(--from),color-mix(in_srgb,var(--from)_70%,#fff))] progress-value:transition-[inline-size] progress-value:duration-400 progress-value:ease-brush [&::-webkit-progress-bar]:bg-transparent [--from:var(--rank,var(--color-go))] ${className}`}
    />
  )
}
