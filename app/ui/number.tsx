const whole = new Intl.NumberFormat('en-US')

/** 12,345 */
export function formatNumber(value: number): string {
  return whole.format(value)
}

/** '1 entry', '12,345 entries' */
export function formatCount(value: number, one: string, many = `${one}s`): string {
  return `${formatNumber(value)} ${value === 1 ? one : many}`
}

export function NumberText({ value, className = '' }: { value: number; className?: string }) {
  return <span className={`tabular-nums ${className}`}>{formatNumber(value)}</span>
}

/** An emphasized number with its noun: '38 entered'. */
export function Count({ value, one, many }: { value: number; one: string; many?: string }) {
  return (
    <span>
      <NumberText value={value} className="font-semibold text-ink" />{' '}
      {value === 1 ? one : (many ?? `${one}s`)}
    </span>
  )
}

/** A position in a table; the first three are gold, unless it only counts rows (`plain`). */
export function Place({ place, plain = false }: { place: number; plain?: boolean }) {
  return (
    <span
      className={`font-display text-[1.375rem] leading-none font-bold tabular-nums ${place <= 3 && !plain ? 'text-gold' : 'text-muted'}`}
    >
      {place}
    </span>
  )
}
