import { Icon, type IconName } from '#app/ui/icons/icon.tsx'
import { Section } from '#app/ui/surfaces/section.tsx'

const BENEFITS: readonly { icon: IconName; title: string; text: string }[] = [
  {
    icon: 'people',
    title: 'Be among the first',
    text: 'A small circle, where every entry is seen and every name becomes known.',
  },
  {
    icon: 'clock',
    title: 'Fresh challenges',
    text: 'Daily, weekly and special tasks for image, video, audio, text and code.',
  },
  {
    icon: 'up',
    title: 'A short way up',
    text: 'Few ninjas on the ladder: what you earn now shows on the leaderboard at once.',
  },
  {
    icon: 'edit',
    title: 'Shape the dojo',
    text: 'What alpha members tell us decides what is built next.',
  },
]

/** Four reasons to come in while it is still being built. */
export function AlphaBenefits() {
  return (
    <div className="page">
      <Section id="alpha-benefits" title="Why come now" subtitle="What the alpha brings you.">
        <ul className="grid gap-5 sm:grid-cols-2 lg:grid-cols-4">
          {BENEFITS.map(({ icon, title, text }) => (
            <li key={title} className="card card-body">
              <Icon name={icon} className="size-6 text-gold-text" />
              <h3 className="mt-4 text-card">{title}</h3>
              <p className="mt-2 text-calm text-muted">{text}</p>
            </li>
          ))}
        </ul>
      </Section>
    </div>
  )
}
