export type BadgeTone =
  | 'draft'
  | 'upcoming'
  | 'active'
  | 'voting'
  | 'completed'
  | 'canceled'
  | 'pending'
  | 'approved'
  | 'rejected'
  | 'winner'

interface Props {
  tone: BadgeTone
  /** On an image: dark, whatever the theme. Bare: a dot and words, for tables. */
  on?: 'image' | 'bare'
  children: React.ReactNode
}

/** A state in a word, with a dot of its colour. */
export function Badge({ tone, on, children }: Props) {
  const place = on === 'image' ? 'badge-on-picture' : on === 'bare' ? 'badge-bare' : ''
  return <span className={`badge badge-${tone} ${place}`}>{children}</span>
}

export function Chip({ children }: { children: React.ReactNode }) {
  return <span className="chip">{children}</span>
}
