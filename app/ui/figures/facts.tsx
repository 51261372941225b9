export interface Fact {
  label: string
  value: React.ReactNode
  note?: React.ReactNode
}

export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-card border border-line bg-line md:auto-cols-auto md:grid-flow-col md:grid-cols-none">
      {facts.map(({ label, value, note }) => (
        <div
          key={label}
          className="flex flex-col gap-1 bg-panel px-3 py-3.5 last:odd:col-span-full min-[26rem]:px-4.5 min-[26rem]:py-4 md:last:odd:col-auto"
        >
          <dt className="eyebrow">{label}</dt>
          <dd className="text-compact leading-[1.35] font-semibold text-pretty tabular-nums min-[26rem]:text-body min-[26rem]:leading-[1.35] min-[26rem]:text-balance">
            {value}
          </dd>
          {note && <dd className="text-small text-muted">{note}</dd>}
        </div>
      ))}
    </dl>
  )
}

export function Figure({ children }: { children: React.ReactNode }) {
  return (
    <span className="font-display text-[1.5rem] leading-[1.15] font-bold tabular-nums min-[26rem]:text-[1.75rem]">
      {children}
    </span>
  )
}
