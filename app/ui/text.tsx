/** Plain text with its line breaks; blank lines begin a paragraph. */
export function Paragraphs({ text, className = '' }: { text: string; className?: string }) {
  return (
    <div className={`grid max-w-[68ch] gap-4 ${className}`}>
      {paragraphsOf(text).map(({ place, words }) => (
        <p key={place} dir="auto" className="whitespace-pre-line">
          {words}
        </p>
      ))}
    </div>
  )
}

function paragraphsOf(text: string): { place: number; words: string }[] {
  return text
    .split(/\n\s*\n/)
    .map((paragraph, place) => ({ place, words: paragraph.trim() }))
    .filter(({ words }) => words)
}

const BULLETS =
  '*:before:absolute *:before:top-[0.5em] *:before:left-0.5 *:before:size-2 *:before:rotate-45 *:before:rounded-xs *:before:border-[1.5px] *:before:border-go'

interface BulletListProps {
  id?: string
  className?: string
  /** Items: <li>. */
  children: React.ReactNode
}

export function BulletList({ id, className = '', children }: BulletListProps) {
  return (
    <ul id={id} className={`grid grid-cols-1 gap-2 *:relative *:pl-5.5 ${BULLETS} ${className}`}>
      {children}
    </ul>
  )
}
