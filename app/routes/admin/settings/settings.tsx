import { servicesContext } from '#app/context.ts'
import { requireAdmin } from '#app/session.server.ts'
import { pageMeta } from '#app/ui/page-meta.ts'
import { EmptyScene } from '#app/ui/scenes/empty-scene.tsx'
import { PageHeader } from '#app/ui/surfaces/page-header.tsx'
import type { Route } from './+types/settings.ts'
import { configuredOf } from './configured.server.ts'
import { Configured } from './configured.tsx'
import { Plans } from './plans.tsx'

export function loader({ request, context }: Route.LoaderArgs) {
  requireAdmin(request, context)
  return configuredOf(context.get(servicesContext).config)
}

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { title: 'Site Settings', hidden: true })
}

/** What will be set here one day (ADM-55), and what the operator has set today. */
export default function SiteSettings({ loaderData }: Route.ComponentProps) {
  return (
    <div className="admin-page">
      <PageHeader title="Site Settings" subtitle="Manage site configuration and preferences" />
      <section className="card overflow-hidden" aria-labelledby="development">
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
      </section>
      <Configured settings={loaderData} />
    </div>
  )
}
