import { Icon } from '../icon.tsx'

const TONES = {
  plain: { icon: 'clock', edge: 'border-l-edge', text: 'text-muted' },
  good: { icon: 'check', edge: 'border-l-good', text: 'text-good-text' },
  bad: { icon: 'warning', edge: 'border-l-bad', text: 'text-bad' },
  gold: { icon: 'clock', edge: 'border-l-gold', text: 'text-gold-text' },
} as const

interface Props {
  tone?: keyof typeof TONES
  alert?: boolean
  children: React.ReactNode
}

export function Notice({ tone = 'plain', alert, children }: Props) {
  return (
    <div
      role={alert ? 'alert' : undefined}
      className={`flex gap-3 rounded-control border border-l-3 border-line bg-panel px-4.5 py-3.5 text-calm ${TONES[tone].edge}`}
    >
      <Icon name={TONES[tone].icon} className={`mt-0.5 size-5 ${TONES[tone].text}`} />
      <div className="min-w-0 wrap-anywhere">{children}</div>
    </div>
  )
}
