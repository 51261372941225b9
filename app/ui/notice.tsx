import { Icon } from './icon.tsx'

interface Props {
  tone?: 'plain' | 'good' | 'bad' | 'gold'
  /** Read out as soon as it appears. */
  alert?: boolean
  children: React.ReactNode
}

/** A remark set off from the text: an error of a form, a phase that began, something to know. */
export function Notice({ tone = 'plain', alert, children }: Props) {
  return (
    <div role={alert ? 'alert' : undefined} className={`notice notice-${tone}`}>
      <Icon name={tone === 'good' ? 'check' : tone === 'bad' ? 'warning' : 'clock'} />
      <div>{children}</div>
    </div>
  )
}
