import { ButtonLink } from '#app/ui/controls/button.tsx'
import { KindIcon } from '#app/ui/icons/kind-icon.tsx'

const DOMAINS = [
  { kind: 'audio', name: 'Sonic Creativity', text: 'Songs, voices, scores and noise.' },
  { kind: 'image', name: 'Visual Artistry', text: 'Pictures out of words and light.' },
  { kind: 'text', name: 'Literary Mastery', text: 'Stories, verse and whole books.' },
  { kind: 'video', name: 'Video Wizardry', text: 'Motion, from a clip to a film.' },
] as const

/** The tools page in four words (NAV-34). */
export function ToolsTeaser() {
  return (
    <section
      aria-labelledby="tools-heading"
      className="card mt-18 grid overflow-hidden lg:grid-cols-[2fr_3fr]"
    >
      <div className="p-6 sm:p-9">
        <h2 id="tools-heading" className="text-title">
          AI Creative Tools
        </h2>
        <p className="mt-3 mb-6 text-muted">
          Brushes for every discipline, each with a word from the coach who swears by it.
        </p>
        <ButtonLink to="/tools" look="quiet">
          Explore the tools
        </ButtonLink>
      </div>
      <ul className="grid border-line bg-ground-2 max-lg:border-t sm:grid-cols-2 lg:border-l">
        {DOMAINS.map(({ kind, name, text }) => (
          <li key={kind} className="tool-cell flex gap-4 p-6">
            <KindIcon kind={kind} className="size-7 text-gold" />
            <div>
              <h3 className="text-[1.125rem] leading-snug">{name}</h3>
              <p className="mt-1 text-calm text-muted">{text}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
