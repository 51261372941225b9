interface Props {
  as?: 'div' | 'section' | 'article' | 'li' | 'form'
  /** A small title in letter-spaced capitals. */
  eyebrow?: React.ReactNode
  padded?: boolean
  className?: string
  children: React.ReactNode
}

/** A raised panel with one hairline round it. */
export function Card({ as: Tag = 'div', eyebrow, padded = true, className = '', children }: Props) {
  return (
    <Tag className={`card ${padded ? 'card-body' : ''} ${className}`}>
      {eyebrow && <Eyebrow className="mb-4">{eyebrow}</Eyebrow>}
      {children}
    </Tag>
  )
}

export function Eyebrow({ className = '', children }: { className?: string; children: React.ReactNode }) {
  return <p className={`eyebrow ${className}`}>{children}</p>
}
