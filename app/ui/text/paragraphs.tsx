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
