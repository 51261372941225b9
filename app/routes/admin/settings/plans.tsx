import { Icon, type IconName } from '#app/ui/icons/icon.tsx'

const PLANS: readonly { icon: IconName; title: string; text: string }[] = [
  { icon: 'sun', title: 'Site appearance', text: "The dojo's name, mark and colours." },
  { icon: 'clock', title: 'Notification configuration', text: 'Who hears of what, and when.' },
  { icon: 'check', title: 'Moderation rules', text: 'What is looked at before it is public.' },
]

/** What is to come, none of which can be set yet. */
export function Plans() {
  return (
    <ul className="grid border-line border-t max-sm:divide-y max-sm:divide-line sm:grid-cols-3 sm:divide-x sm:divide-line">
      {PLANS.map(({ icon, title, text }) => (
        <li key={title} className="px-6 py-5 sm:px-8">
          <Icon name={icon} className="size-5 text-muted" />
          <h3 className="mt-2.5 font-semibold">{title}</h3>
          <p className="mt-1 text-calm text-muted">{text}</p>
        </li>
      ))}
    </ul>
  )
}
