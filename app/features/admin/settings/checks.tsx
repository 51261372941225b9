import { data, Form, useActionData, useNavigation } from 'react-router'
import { servicesContext } from '#app/context.ts'
import { submitOrMessage } from '#app/forms/submit.ts'
import { hasOtherFields, readFields } from '#app/forms/upload/form-fields.server.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { adminOf, isStillAdmin } from '#app/middleware/viewer.server.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Button } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { FormProblem } from '#app/ui/fields/form-message.tsx'
import { PageHeader } from '#app/ui/page-header.tsx'
import { diagnose, type Finding } from '#platform/doctor.server.ts'
import { limit } from '#platform/http/limits.server.ts'
import { unknownField } from '#platform/outcome.ts'
import type { Route } from './+types/checks.ts'
import { CHECKS_PATH, SETTINGS_PATH } from './paths.ts'

interface Checked {
  findings?: Finding[]
  message?: string
}

/** Each run sends a mail and asks the provider. */
const rateLimit = { points: 10, seconds: 600 }

export function loader({ context }: Route.LoaderArgs) {
  const { config, settings } = context.get(servicesContext)
  return { hasProvider: !config.demo, contact: config.mail ? settings.current().contactEmail : null }
}

/** The checks of `npm run dojo -- doctor` (ADM-85). */
export async function action({ request, context }: Route.ActionArgs) {
  const { fields, unreadable } = await readFields(request)
  if (unreadable || hasOtherFields(fields, []))
    return data<Checked>({ message: `${unknownField}.` }, { status: 400 })
  if (!(await isStillAdmin(context))) return data<Checked>({ message: 'Access Denied' }, { status: 403 })
  const { db, files, mailer, identity, config, settings, release } = context.get(servicesContext)
  const limited = await limit(db, 'checks', adminOf(context).id, rateLimit)
  if (!limited.ok) {
    const headers = { 'Retry-After': String(limited.retryAfterSeconds) }
    return data<Checked>({ message: 'Too many attempts. Please try again later.' }, { status: 429, headers })
  }
  const findings = await diagnose({
    config,
    release,
    db: async () => db,
    files: async () => files,
    mailer: async () => mailer,
    identity: () => identity,
    settings: async () => settings.current(),
  })
  return data<Checked>({ findings })
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return submitOrMessage(serverAction, 'Failed to run the checks')
}

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { title: 'Site Checks', hidden: true })
}

export default function SiteChecks({ loaderData }: Route.ComponentProps) {
  const { hasProvider, contact } = loaderData
  const checked = useActionData<Checked>()
  const pending = useNavigation().formAction === CHECKS_PATH
  return (
    <>
      <PageHeader
        title="Site Checks"
        subtitle="What the site relies on, tried out"
        crumbs={[{ to: SETTINGS_PATH, label: 'Site Settings' }, { label: 'Site Checks' }]}
      />
      <Card as="section">
        <p className="max-w-150 text-muted">
          This {hasProvider && 'asks the sign-in provider, '}
          {contact && `sends a mail to ${contact}, `}writes, reads and deletes a file, and opens the site
          through its proxy.
        </p>
        <Form method="post" className="mt-4 grid gap-4">
          <FormProblem problem={checked?.message ?? null} />
          <div>
            <Button pending={pending} pendingLabel="Checking...">
              Run Checks
            </Button>
          </div>
        </Form>
        {checked?.findings && <Findings findings={checked.findings} contact={contact} />}
      </Card>
    </>
  )
}

function Findings({ findings, contact }: { findings: Finding[]; contact: string | null }) {
  return (
    <ul aria-label="Results" className="mt-6 divide-y divide-line border-line border-t">
      {findings.map(({ check, isSetUp, advice }) => (
        <li key={check} className="grid gap-x-6 gap-y-1 py-3 sm:grid-cols-[12rem_7rem_minmax(0,1fr)]">
          <span className="font-semibold">{check}</span>
          <span>
            {!isSetUp && <Badge tone="draft">Not set up</Badge>}
            {isSetUp && <Badge tone={advice ? 'rejected' : 'approved'}>{advice ? 'To do' : 'OK'}</Badge>}
          </span>
          {advice && <span className="wrap-anywhere">{advice}</span>}
          {check === 'Mail' && isSetUp && !advice && <span className="wrap-anywhere">Sent to {contact}</span>}
        </li>
      ))}
    </ul>
  )
}
