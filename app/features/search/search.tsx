import { useEffect, useRef } from 'react'
import { data, Form, useLocation, useNavigate } from 'react-router'
import { pageMeta } from '#app/frame/page-meta.ts'
import { pageTime } from '#app/middleware/time.server.ts'
import { scopeOf } from '#app/middleware/viewer.server.ts'
import { ChallengeCard } from '#app/parts/challenges/challenge-card.tsx'
import { MemberLine } from '#app/parts/members/member.tsx'
import { SubmissionCard } from '#app/parts/submissions/submission-card.tsx'
import { SubmissionRows } from '#app/parts/submissions/submission-cover.tsx'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { Card, CardGrid } from '#app/ui/card.tsx'
import { Input } from '#app/ui/fields/input.tsx'
import { Pager } from '#app/ui/lists/pager.tsx'
import { Segmented } from '#app/ui/lists/segmented.tsx'
import { formatCount, formatNumber } from '#app/ui/number.tsx'
import { PageHeader } from '#app/ui/page-header.tsx'
import { ListSection } from '#app/ui/section.tsx'
import { EmptyState, ErrorPanel } from '#app/ui/states.tsx'
import { lastPage } from '#platform/paging.ts'
import { isolated } from '#platform/text/isolated.ts'
import type { Total } from '#platform/total.ts'
import type { Route } from './+types/search.ts'
import {
  GROUPS,
  type Group,
  longestTerm,
  pageSize,
  readSearchParams,
  type SearchParams,
  searchPath,
} from './params.ts'
import { limitedSearch, type Results } from './search.server.ts'

const typingMs = 400

/** Challenges, submissions and members by title and name (NAV-51, NAV-52). */
export async function loader(args: Route.LoaderArgs) {
  const params = readSearchParams(new URL(args.request.url).searchParams)
  const signedIn = scopeOf(args.context).viewer !== null
  if (!params.term) return data({ params, signedIn, results: null, wait: 0, now: new Date() })
  const [now, found] = await Promise.all([pageTime(args.context), limitedSearch(args, params)])
  const refused = found.wait > 0 ? { status: 429, headers: { 'Retry-After': String(found.wait) } } : undefined
  return data({ params, signedIn, ...found, now }, refused)
}

export function meta({ loaderData, ...args }: Route.MetaArgs) {
  const term = loaderData?.params.term
  return pageMeta(args, { title: term ? `Search: ${isolated(term)}` : 'Search', hidden: true })
}

export default function Search({ loaderData }: Route.ComponentProps) {
  const { params, results, wait } = loaderData
  return (
    <div className="page">
      <PageHeader title="Search" />
      <SearchForm params={params} />
      {!params.term && (
        <div className="mt-10">
          <EmptyState action={BROWSE}>Typos are fine.</EmptyState>
        </div>
      )}
      {wait > 0 && (
        <div className="mt-8">
          <ErrorPanel message={`Too many searches. Please try again in ${formatCount(wait, 'second')}.`} />
        </div>
      )}
      {results && <Found {...loaderData} results={results} />}
    </div>
  )
}

const BROWSE = (
  <>
    <ButtonLink to="/challenges" variant="secondary">
      All challenges
    </ButtonLink>
    <ButtonLink to="/challenges/submissions" variant="secondary">
      All submissions
    </ButtonLink>
  </>
)

/** Searches while the member types; without scripts, by the button. */
function SearchForm({ params }: { params: SearchParams }) {
  const navigate = useNavigate()
  const { key } = useLocation()
  const field = useRef<HTMLInputElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const { term, group } = params

  // Back and links change the term; what is being typed stays.
  useEffect(() => {
    if (field.current && document.activeElement !== field.current) field.current.value = term
  }, [term])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a navigation replaces what was about to be searched
  useEffect(() => () => clearTimeout(timer.current), [key])

  function search() {
    const typed = (field.current?.value ?? '').trim()
    if (typed === term) return
    navigate(searchPath({ term: typed, group, page: 1 }), { replace: true, preventScrollReset: true })
  }

  return (
    <Form action="/search" role="search" className="flex max-w-180 flex-wrap gap-3">
      <Input
        ref={field}
        id="search"
        type="search"
        name="q"
        aria-label="Search"
        placeholder="Title or name"
        defaultValue={term}
        maxLength={longestTerm}
        autoComplete="off"
        enterKeyHint="search"
        className="min-w-0 flex-1 basis-40"
        autoFocus={!term}
        onChange={() => {
          clearTimeout(timer.current)
          timer.current = setTimeout(search, typingMs)
        }}
      />
      {group && <input type="hidden" name="in" value={group} />}
      <Button variant="secondary">Search</Button>
    </Form>
  )
}

interface FoundProps {
  params: SearchParams
  results: NonNullable<Results>
  signedIn: boolean
  now: Date
}

function Found({ params, results, signedIn, now }: FoundProps) {
  const { term, group, page } = params
  const { challenges, submissions, members } = results
  const counts = GROUPS.flatMap((name) => {
    const total = results[name]?.total
    return total && total.count > 0
      ? [`${countText(total)} ${total.count === 1 ? name.slice(0, -1) : name}`]
      : []
  })
  const isComplete = [challenges, submissions, members].every((found) => found !== null)
  const shown = group && results[group]
  return (
    <>
      <div className="mt-6 flex flex-wrap items-center justify-between gap-4">
        <Segmented label="Show" segments={segments(params)} />
        <p role="status" className="text-muted">
          {counts.join(', ') || (isComplete ? 'Nothing found' : '')}
        </p>
      </div>
      {counts.length === 0 && isComplete && (
        <div className="mt-8">
          <EmptyState heading={`Nothing found for “${isolated(term)}”`}>
            Try fewer letters or another word.
          </EmptyState>
        </div>
      )}
      <FoundGroup name="challenges" title="Challenges" params={params} found={challenges}>
        {(rows) => (
          <CardGrid columns={3}>
            {rows.map((row) => (
              <ChallengeCard key={row.id} challenge={row} signedIn={signedIn} now={now} />
            ))}
          </CardGrid>
        )}
      </FoundGroup>
      <FoundGroup name="submissions" title="Submissions" params={params} found={submissions}>
        {(rows) => <SubmissionRows submissions={rows} card={(row) => <SubmissionCard submission={row} />} />}
      </FoundGroup>
      <FoundGroup name="members" title="Members" params={params} found={members}>
        {(rows) => (
          <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
            {rows.map((row) => (
              <Card as="li" key={row.id} className="flex items-center justify-between gap-4">
                <MemberLine person={row} />
                <span className="text-small whitespace-nowrap text-muted">
                  {formatCount(row.points, 'point')}
                </span>
              </Card>
            ))}
          </ul>
        )}
      </FoundGroup>
      {shown && (
        <Pager
          current={page}
          last={lastPage(shown.total.count, pageSize)}
          to={(target) => searchPath({ ...params, page: target })}
          label="Pages of the results"
        />
      )}
    </>
  )
}

interface GroupProps<Row> {
  name: Group
  title: string
  params: SearchParams
  /** Undefined if the group was not searched, null if that failed. */
  found: { rows: Row[]; total: Total } | null | undefined
  children: (rows: readonly Row[]) => React.ReactNode
}

function FoundGroup<Row>({ name, title, params, found, children }: GroupProps<Row>) {
  if (found === undefined || found?.rows.length === 0) return null
  const hasMore = !params.group && found && found.rows.length < found.total.count
  return (
    <ListSection
      id={name}
      title={title}
      link={
        hasMore
          ? { to: searchPath({ ...params, group: name }), label: `All ${countText(found.total)}` }
          : undefined
      }
      items={found?.rows ?? null}
      failed={`Failed to search ${name}`}
      empty={null}
      className="mt-10"
    >
      {children}
    </ListSection>
  )
}

function segments(params: SearchParams) {
  return [null, ...GROUPS].map((group) => ({
    to: searchPath({ ...params, group, page: 1 }),
    label: group ? group.replace(/^./, (letter) => letter.toUpperCase()) : 'All',
    current: group === params.group,
  }))
}

function countText({ count, more }: Total): string {
  return `${formatNumber(count)}${more ? '+' : ''}`
}
