import { Form, useActionData, useNavigation } from 'react-router'
import { servicesContext } from '#app/context.ts'
import { type Failure, submitOrMessage } from '#app/forms/submit.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { adminOf } from '#app/middleware/viewer.server.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { Checkbox } from '#app/ui/fields/field.tsx'
import { FormProblem } from '#app/ui/fields/form-message.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { formatNumber } from '#app/ui/number.tsx'
import { PageHeader } from '#app/ui/page-header.tsx'
import { EmptyScene } from '#app/ui/states.tsx'
import {
  type ChallengeDefaults,
  challengeDefaults,
  saveChallengeDefaults,
} from '#domain/challenges/defaults.server.ts'
import { noMarkNotice } from '#domain/members/rules.ts'
import { marksNoAddress } from '#domain/members/sign-in.server.ts'
import { type MailState, mailState } from '#domain/notifications/mails.server.ts'
import { runAdminAction } from '../confirmation/run-admin-action.server.ts'
import type { Route } from './+types/settings.ts'
import { configuredSettings } from './configured.server.ts'
import { CHECKS_PATH, RETRY_MAILS_PATH, SETTINGS_PATH } from './paths.ts'

export async function loader({ context }: Route.LoaderArgs) {
  const { config, db, mailer } = context.get(servicesContext)
  const [defaults, mails, marksNone] = await Promise.all([
    challengeDefaults(db),
    mailer && mailState(db),
    marksNoAddress(db),
  ])
  const notice = marksNone ? noMarkNotice(config.emailTrusted) : null
  return { settings: configuredSettings(config), defaults, mails, notice }
}

/** Saves what new challenges begin with (ADM-65). */
export function action(args: Route.ActionArgs) {
  const { db } = args.context.get(servicesContext)
  return runAdminAction(args, {
    list: SETTINGS_PATH,
    fields: ['showVotes'],
    done: 'Site settings saved',
    failed: saveFailed,
    run: (fields) => saveChallengeDefaults(db, adminOf(args.context), { showVotes: fields.has('showVotes') }),
  })
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return submitOrMessage(serverAction, saveFailed)
}

const saveFailed = 'Failed to save site settings'

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { title: 'Site Settings', hidden: true })
}

/** What new challenges begin with, the planned settings (ADM-55) and the operator's configuration. */
export default function SiteSettings({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <PageHeader
        title="Site Settings"
        subtitle="Manage site configuration and preferences"
        actions={
          <ButtonLink to={CHECKS_PATH} variant="secondary">
            Site Checks
          </ButtonLink>
        }
      />
      <Defaults defaults={loaderData.defaults} />
      <Card
        as="section"
        className="mt-6 flex flex-col items-center gap-x-8 gap-y-4 text-center sm:flex-row sm:text-left"
        aria-labelledby="development"
      >
        <EmptyScene subject="scroll" />
        <div>
          <h2 id="development" className="text-card">
            This page is under development
          </h2>
          <p className="mt-2 max-w-120 text-muted">
            Future features will include site appearance, notification configuration and moderation rules.
          </p>
        </div>
      </Card>
      {loaderData.mails && <Mails {...loaderData.mails} />}
      {loaderData.notice && (
        <div className="mt-6">
          <Notice tone="gold">{loaderData.notice}</Notice>
        </div>
      )}
      <FactList
        id="configured"
        title="Server configuration"
        about="Set by environment variables. Changes take effect after a restart."
        facts={loaderData.settings}
      />
    </>
  )
}

function Defaults({ defaults }: { defaults: ChallengeDefaults }) {
  const failure = useActionData<Failure>()
  const pending = useNavigation().formMethod === 'POST'
  return (
    <Card as="section" aria-labelledby="defaults">
      <h2 id="defaults" className="text-card">
        New challenges
      </h2>
      <Form method="post" className="mt-4 grid gap-5">
        <FormProblem problem={failure?.message ?? null} />
        <Checkbox
          key={String(defaults.showVotes)}
          name="showVotes"
          defaultChecked={defaults.showVotes}
          label="Show votes"
          hint="Off = secret ballot: counts stay hidden until the end."
        />
        <div>
          <Button pending={pending} pendingLabel="Saving...">
            Save Settings
          </Button>
        </div>
      </Form>
    </Card>
  )
}

/** The mails of notifications (NOTE-9). */
function Mails({ waiting, sent, failed, lastError }: MailState) {
  const { formAction } = useNavigation()
  const facts = [
    { label: 'Waiting', value: formatNumber(waiting) },
    { label: 'Sent in the last 7 days', value: formatNumber(sent) },
    { label: 'Given up in the last 7 days', value: formatNumber(failed) },
    { label: 'Last error', value: lastError ?? 'None' },
  ]
  return (
    <FactList id="mails" title="Mails" facts={facts}>
      {lastError && (
        <Form method="post" action={RETRY_MAILS_PATH} className="border-line border-t px-6 py-4">
          <Button variant="secondary" pending={formAction === RETRY_MAILS_PATH} pendingLabel="Retrying...">
            Retry Now
          </Button>
        </Form>
      )}
    </FactList>
  )
}

interface FactListProps {
  id: string
  title: string
  about?: string
  facts: readonly { label: string; value: string; name?: string }[]
  children?: React.ReactNode
}

function FactList({ id, title, about, facts, children }: FactListProps) {
  return (
    <Card as="section" flush className="mt-6" aria-labelledby={id}>
      <div className="px-6 pt-6 pb-4">
        <h2 id={id} className="text-card">
          {title}
        </h2>
        {about && <p className="mt-1.5 text-calm text-muted">{about}</p>}
      </div>
      <dl>
        {facts.map(({ label, value, name }) => (
          <div
            key={label}
            className="grid gap-x-6 gap-y-0.5 border-line border-t px-6 py-3.5 items-baseline sm:grid-cols-[16rem_minmax(0,1fr)_auto]"
          >
            <dt className="text-muted max-sm:text-small">{label}</dt>
            <dd className="wrap-anywhere">{value}</dd>
            {name && (
              <dd className="text-small text-muted">
                <code>{name}</code>
              </dd>
            )}
          </div>
        ))}
      </dl>
      {children}
    </Card>
  )
}
