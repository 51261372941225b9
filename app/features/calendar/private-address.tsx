import { Form, useActionData, useFetcher, useNavigation } from 'react-router'
import { servicesContext } from '#app/context.ts'
import { openMemberForm } from '#app/forms/member-form.server.ts'
import { type Failure, submitOrMessage } from '#app/forms/submit.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { requireMember } from '#app/middleware/viewer.server.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { FormProblem } from '#app/ui/fields/form-message.tsx'
import { Notice } from '#app/ui/messages/notice.tsx'
import { PageHeader } from '#app/ui/page-header.tsx'
import { TextLink } from '#app/ui/text-link.tsx'
import { Time } from '#app/ui/time.tsx'
import { calendarAddressSince, createCalendarAddress } from '#domain/notifications/calendars.server.ts'
import type { Route } from './+types/private-address.ts'
import { ADDRESS_PATH, rateLimit } from './address.ts'

/** The addresses of calendars to subscribe to (NOTE-10). */
export async function loader({ request, context }: Route.LoaderArgs) {
  const viewer = requireMember(request, context)
  const { db, config } = context.get(servicesContext)
  return {
    since: await calendarAddressSince(db, viewer),
    publicAddress: `${config.publicUrl}/challenges.ics`,
  }
}

interface Created {
  address: string
}

/** Creates a private address, which is shown in this response only: the database has a hash of it. */
export async function action(args: Route.ActionArgs): Promise<Created> {
  const { services, viewer } = await openMemberForm(args, {
    memberLimit: { name: 'calendar', rateLimit },
    returnTo: ADDRESS_PATH,
  })
  const token = await createCalendarAddress(services.db, viewer)
  return { address: `${services.config.publicUrl}/calendar/${token}/dojo.ics` }
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return submitOrMessage(serverAction, 'Failed to create a private address. Please try again.')
}

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { title: 'Calendar', hidden: true })
}

export default function Calendar({ loaderData }: Route.ComponentProps) {
  const { since, publicAddress } = loaderData
  const result = useActionData<Created | Failure>()
  const pending = useNavigation().formAction === ADDRESS_PATH
  const created = result && 'address' in result ? result.address : null
  return (
    <div className="page">
      <PageHeader
        title="Calendar"
        subtitle="Subscribe to deadlines with your own calendar."
        actions={
          <ButtonLink to="/profile/notifications" variant="secondary">
            Notification Settings
          </ButtonLink>
        }
      />
      <div className="grid max-w-200 gap-6">
        <Card as="section">
          <h2 className="text-card">My challenges</h2>
          <p className="mt-2 text-calm text-muted">
            The openings, deadlines and ends of voting of the challenges that you follow or have entered.
            Everyone who has the address can read them, so keep it to yourself.
          </p>
          <div className="mt-5" role="status">
            {created ? <NewAddress address={created} /> : since && <Since since={since} />}
          </div>
          <FormProblem problem={result && 'message' in result ? result.message : null} />
          <div className="mt-5 flex flex-wrap gap-3">
            <Form method="post">
              <Button pending={pending}>
                {since ? 'Create new private address' : 'Create private address'}
              </Button>
            </Form>
            {since && <EndAddress />}
          </div>
        </Card>
        <Card as="section">
          <h2 className="text-card">All challenges</h2>
          <p className="mt-2 text-calm text-muted">
            All public challenges that are upcoming, open or in voting:{' '}
            <TextLink as="a" href={publicAddress} className="wrap-anywhere">
              {publicAddress}
            </TextLink>
          </p>
        </Card>
      </div>
    </div>
  )
}

function EndAddress() {
  const { Form: FetcherForm, state } = useFetcher()
  return (
    <FetcherForm method="post" action={`${ADDRESS_PATH}/end`}>
      <Button variant="secondary" pending={state !== 'idle'}>
        End the address
      </Button>
    </FetcherForm>
  )
}

function Since({ since }: { since: Date }) {
  return (
    <p className="text-calm">
      You have had an address since <Time value={since} format="short" />. A new one ends it.
    </p>
  )
}

function NewAddress({ address }: { address: string }) {
  return (
    <Notice tone="good">
      Add this address to your calendar now. It is not shown again.
      <code className="mt-2 block select-all wrap-anywhere">{address}</code>
    </Notice>
  )
}
