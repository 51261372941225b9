import { isRouteErrorResponse } from 'react-router'
import { ErrorPage } from '#app/frame/errors/error-page.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { PageHeader } from '#app/ui/page-header.tsx'
import { ADJUSTMENT_MESSAGES } from '#domain/points/adjustment-rules.ts'
import { LEADERBOARD_PATH } from '../paths.ts'

/** The error page of a member: not found, or failed to load. */
export function MemberError({ error }: { error: unknown }) {
  const status = isRouteErrorResponse(error) ? error.status : 500
  if (status !== 404) return <ErrorPage status={status} />
  return (
    <>
      <PageHeader title={ADJUSTMENT_MESSAGES.noMember} subtitle="No member has this address." />
      <ButtonLink to={LEADERBOARD_PATH}>Back to Leaderboard</ButtonLink>
    </>
  )
}
