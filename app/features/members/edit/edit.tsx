import { data, isRouteErrorResponse, useSearchParams } from 'react-router'
import { servicesContext } from '#app/context.ts'
import { formAction, preservedFormContext } from '#app/forms/form-action.server.ts'
import { ErrorPage } from '#app/frame/errors/error-page.tsx'
import { pageMeta } from '#app/frame/page-meta.ts'
import { loadOrNull } from '#app/middleware/load-or-null.server.ts'
import { requireMember } from '#app/middleware/viewer.server.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { PageHeader } from '#app/ui/page-header.tsx'
import { ErrorPanel } from '#app/ui/states.tsx'
import { imageRules, tooLargeMessage } from '#domain/media/rules.ts'
import { ownProfile } from '#domain/members/queries.server.ts'
import { PROFILE_MESSAGES } from '#domain/members/rules.ts'
import { isolated } from '#platform/text/isolated.ts'
import type { Route } from './+types/edit.ts'
import { receiveProfile } from './edit.server.ts'
import { ProfileForm } from './profile-form.tsx'
import { welcomeOf } from './profile-values.ts'

const profileForm = formAction(receiveProfile, { toast: PROFILE_MESSAGES.saved })

/** The first sign-in leads on to a task, maybe a form, which no toast covers. */
const welcomeForm = formAction(receiveProfile)

export const middleware: Route.MiddlewareFunction[] = [profileForm.middleware]

export function action(args: Route.ActionArgs) {
  return welcomeOf(args.url.searchParams) === null ? profileForm.action(args) : welcomeForm.action(args)
}

/** The profile to edit (PROF-15). Null if only a submitted form is shown again. */
export async function loader({ request, context }: Route.LoaderArgs) {
  if (context.get(preservedFormContext)) return null
  const viewer = requireMember(request, context)
  const profile = await loadOrNull(context, ownProfile(context.get(servicesContext).db, viewer))
  if (!profile) throw data(PROFILE_MESSAGES.notLoaded, { status: 500 })
  return profile
}

export function headers({ actionHeaders }: Route.HeadersArgs) {
  return actionHeaders
}

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { title: isWelcome(args.location) ? 'Welcome' : 'Edit Profile', hidden: true })
}

export default function EditProfile({ loaderData, actionData }: Route.ComponentProps) {
  const [query] = useSearchParams()
  const welcome = welcomeOf(query)
  if (welcome !== null) {
    return (
      <div className="page max-w-160 pb-10 sm:py-6">
        <PageHeader title={`Welcome, ${isolated(loaderData?.displayName ?? 'ninja')}`} />
        <ProfileForm profile={loaderData} welcome={welcome} refused={actionData} />
      </div>
    )
  }
  return (
    <div className="page">
      <EditHeader />
      <ProfileForm profile={loaderData} welcome={null} refused={actionData} />
    </div>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (!isRouteErrorResponse(error)) return <ErrorPage status={500} />
  const tooLarge = error.status === 413
  if (!tooLarge && error.data !== PROFILE_MESSAGES.notLoaded) return <ErrorPage status={error.status} />
  return (
    <div className="page">
      <EditHeader />
      <ErrorPanel
        message={tooLarge ? tooLargeMessage(imageRules.avatar.limit) : PROFILE_MESSAGES.notLoaded}
      />
    </div>
  )
}

function isWelcome({ search }: { search: string }): boolean {
  return welcomeOf(new URLSearchParams(search)) !== null
}

function EditHeader() {
  return (
    <PageHeader
      title="Edit Profile"
      subtitle="How other ninjas see you in the dojo."
      actions={
        <>
          <ButtonLink to="/profile/account" variant="secondary" size="small">
            Account
          </ButtonLink>
          <ButtonLink to="/profile/notifications" variant="secondary" size="small">
            Notifications
          </ButtonLink>
          <ButtonLink to="/profile" variant="secondary" size="small">
            Back to Profile
          </ButtonLink>
        </>
      }
    />
  )
}
