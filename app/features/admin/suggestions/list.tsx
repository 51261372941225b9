import { redirect } from 'react-router'
import { servicesContext } from '#app/context.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { adminOf } from '#app/middleware/viewer.server.ts'
import { MemberLine } from '#app/parts/members/member.tsx'
import { managePath } from '#app/parts/paths.ts'
import { Badge } from '#app/ui/badge.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { Pager } from '#app/ui/lists/pager.tsx'
import { pageIn, pathWith } from '#app/ui/lists/search-params.ts'
import { PageHeader } from '#app/ui/page-header.tsx'
import { EmptyState } from '#app/ui/states.tsx'
import { TextLink } from '#app/ui/text-link.tsx'
import { Time } from '#app/ui/time.tsx'
import { kindLabel } from '#domain/challenges/rules.ts'
import {
  lastSuggestionsPage,
  listSuggestions,
  type SuggestionRow,
} from '#domain/suggestions/queries.server.ts'
import { SUGGESTION_LIMITS } from '#domain/suggestions/rules.ts'
import { lastPage } from '#platform/paging.ts'
import { confirmationUrl } from '../confirmation/confirmation.ts'
import { SUGGESTIONS } from '../paths.ts'
import type { Route } from './+types/list.ts'

/** What members suggested, newest first (ADM-118). */
export async function loader({ request, context }: Route.LoaderArgs) {
  const page = Math.min(pageIn(new URL(request.url).searchParams), lastSuggestionsPage)
  const { db } = context.get(servicesContext)
  const { rows, total } = await listSuggestions(db, adminOf(context), page)
  if (rows.length === 0 && page > 1) throw redirect(SUGGESTIONS.to)
  return { rows, page, last: lastPage(total, SUGGESTION_LIMITS.perPage) }
}

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { title: SUGGESTIONS.label, hidden: true })
}

export default function Suggestions({ loaderData: { rows, page, last } }: Route.ComponentProps) {
  const listPath = (target: number) => pathWith(SUGGESTIONS.to, { page: target > 1 ? target : null })
  return (
    <>
      <PageHeader title={SUGGESTIONS.label} />
      <div className="grid gap-4">
        {rows.length === 0 && (
          <EmptyState
            subject="scroll"
            heading="No suggestions yet"
            action={<ButtonLink to="/challenges/suggest">Suggest a Challenge</ButtonLink>}
          >
            Members find the form below the list of challenges.
          </EmptyState>
        )}
        {rows.map((row) => (
          <SuggestionCard key={row.id} suggestion={row} list={listPath(page)} />
        ))}
      </div>
      <Pager current={page} last={last} to={listPath} />
    </>
  )
}

function SuggestionCard({ suggestion, list }: { suggestion: SuggestionRow; list: string }) {
  const { id, title, brief, kind, at, author, state, challengeId } = suggestion
  return (
    <Card as="article" flush className="p-5">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1 text-small text-muted">
        <MemberLine person={author} size="small" />
        <span>
          {kindLabel(kind)} · <Time value={at} format="datetime" />
        </span>
        {state === 'declined' && (
          <Badge tone="completed" on="bare">
            Declined
          </Badge>
        )}
      </div>
      <h2 dir="auto" className="mt-2 text-card wrap-anywhere">
        {title}
      </h2>
      <p dir="auto" className="mt-2 max-w-[68ch] whitespace-pre-line text-calm text-muted wrap-anywhere">
        {brief}
      </p>
      {state === 'open' && (
        <div className="mt-4 flex flex-wrap gap-3">
          <ButtonLink to={pathWith('/admin/challenges/new', { suggestion: id })} size="small">
            Make a Challenge
          </ButtonLink>
          <ButtonLink
            to={confirmationUrl(`${SUGGESTIONS.to}/${id}/decline`, list)}
            variant="secondary"
            size="small"
            aria-label={`Decline ${title}`}
          >
            Decline
          </ButtonLink>
        </div>
      )}
      {challengeId && (
        <p className="mt-4 text-calm">
          <TextLink to={managePath(challengeId)}>Its challenge</TextLink>
        </p>
      )}
    </Card>
  )
}
