export function Progress({ className = '', ...rest }: React.ComponentProps<'progress'>) {
  return (
    <progress
      {...rest}
      className={`block h-2 w-full appearance-none overflow-hidden rounded-full border-0 bg-ink/10 progress-value:rounded-full progress-value:bg-[linear-gradient(90deg,var(--from),color-mix(in_srgb,var(--from)_70%,#fff))] progress-value:transition-[inline-size] progress-value:duration-400 progress-value:ease-brush [&::-webkit-progress-bar]:bg-transparent [--from:var(--rank,var(--color-go))] ${className}`}
    />
  )
}
