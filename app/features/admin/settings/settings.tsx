import { servicesContext } from '#app/context.ts'
import { Card } from '#app/ui/card.tsx'
import { Icon, type IconName } from '#app/ui/icon.tsx'
import { PageHeader } from '#app/ui/page-header.tsx'
import { pageMeta } from '#app/ui/page-meta.ts'
import { EmptyScene } from '#app/ui/scene.tsx'
import type { Route } from './+types/settings.ts'
import { configuredSettings, type Setting } from './configured.server.ts'

const PLANS: readonly { icon: IconName; title: string; text: string }[] = [
  { icon: 'sun', title: 'Site appearance', text: 'Name, logo and colors.' },
  { icon: 'clock', title: 'Notification configuration', text: 'Who gets which notification, and when.' },
  {
    icon: 'check',
    title: 'Moderation rules',
    text: 'Which submissions need approval before they are public.',
  },
]

export function loader({ context }: Route.LoaderArgs) {
  return configuredSettings(context.get(servicesContext).config)
}

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { title: 'Site Settings', hidden: true })
}

/** The planned settings (ADM-55) and the operator's configuration. */
export default function SiteSettings({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <PageHeader title="Site Settings" subtitle="Manage site configuration and preferences" />
      <Card as="section" flush className="overflow-hidden" aria-labelledby="development">
        <div className="flex flex-col items-center gap-x-8 gap-y-4 px-6 py-8 text-center sm:flex-row sm:px-8 sm:text-left">
          <EmptyScene subject="scroll" />
          <div>
            <h2 id="development" className="text-card">
              This page is under development
            </h2>
            <p className="mt-2 max-w-120 text-muted">
              Future features will include site appearance, notification configuration and moderation rules.
            </p>
          </div>
        </div>
        <Plans />
      </Card>
      <Configured settings={loaderData} />
    </>
  )
}

function Configured({ settings }: { settings: Setting[] }) {
  return (
    <Card as="section" flush className="mt-6" aria-labelledby="configured">
      <div className="px-6 pt-6 pb-4 sm:px-8">
        <h2 id="configured" className="text-card">
          Server configuration
        </h2>
        <p className="mt-1.5 text-calm text-muted">
          Set by environment variables. Changes take effect after a restart.
        </p>
      </div>
      <dl>
        {settings.map(({ label, value, name }) => (
          <div
            key={label}
            className="grid gap-x-6 gap-y-0.5 border-line border-t px-6 py-3.5 items-baseline sm:grid-cols-[16rem_minmax(0,1fr)_auto] sm:px-8"
          >
            <dt className="text-muted max-sm:text-small">{label}</dt>
            <dd className="wrap-anywhere">{value}</dd>
            <dd className="text-small text-muted">
              <code>{name}</code>
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}

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
