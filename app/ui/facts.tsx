export interface Fact {
  label: string
  value: React.ReactNode
  /** A word under the value. */
  note?: React.ReactNode
}

/** Figures side by side, parted by hairlines: two in a row on narrow screens, all of them on wide ones. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className={`facts ${facts.length % 2 ? 'facts-odd' : ''}`}>
      {facts.map(({ label, value, note }) => (
        <div key={label} className="fact">
          <dt className="eyebrow">{label}</dt>
          <dd className="fact-value figures">{value}</dd>
          {note && <dd className="text-small text-muted">{note}</dd>}
        </div>
      ))}
    </dl>
  )
}
