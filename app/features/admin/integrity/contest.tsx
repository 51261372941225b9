import { data, useActionData } from 'react-router'
import { servicesContext } from '#app/context.ts'
import { submitOrMessage } from '#app/forms/submit.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { adminOf } from '#app/middleware/viewer.server.ts'
import { memberName } from '#app/parts/names.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Card } from '#app/ui/card.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Facts, Figure } from '#app/ui/facts.tsx'
import { FormProblem } from '#app/ui/fields/form-message.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { formatCount } from '#app/ui/number.tsx'
import { PageHeader } from '#app/ui/page-header.tsx'
import { Section } from '#app/ui/section.tsx'
import { TextLink } from '#app/ui/text-link.tsx'
import { Time } from '#app/ui/time.tsx'
import { statusLabel } from '#domain/challenges/rules.ts'
import type { Pattern } from '#domain/integrity/patterns.server.ts'
import { type DeskDetail, deskDetail, type VoidBatch } from '#domain/integrity/queries.server.ts'
import { INTEGRITY_MESSAGES } from '#domain/integrity/rules.ts'
import { VOID_REASONS } from '#domain/voting/bars.ts'
import { isId } from '#platform/id.server.ts'
import { ConfirmHost, ConfirmLink } from '../confirmation/confirm-dialog.tsx'
import type { Route } from './+types/contest.ts'
import { type VoidFailure, voidChosen } from './actions/desk-actions.server.ts'
import { countText } from './count-text.ts'
import { deskPath, INTEGRITY, TITLES } from './paths.ts'
import { PatternCard, typedPatternAs } from './pattern-card.tsx'
import { patternOf, usePatternKeys } from './pattern-keys.ts'
import { type VoidForm, voidForm } from './void-form.ts'

/** One challenge on the desk: patterns, voided votes and actions (ADM-61). */
export async function loader({ params, context }: Route.LoaderArgs) {
  const { db } = context.get(servicesContext)
  const desk = isId(params.id) ? await deskDetail(db, adminOf(context), params.id) : undefined
  if (!desk) throw data(null, { status: 404 })
  return { desk }
}

/** Voids the chosen votes of a pattern. */
export function action(args: Route.ActionArgs) {
  return voidChosen(args)
}

export async function clientAction({ request, params, serverAction }: Route.ClientActionArgs) {
  const typedAs = typedPatternAs(params.id, voidForm(await request.clone().formData()))
  return submitOrMessage(serverAction, INTEGRITY_MESSAGES.voidFailed, typedAs)
}

export function meta({ loaderData, ...args }: Route.MetaArgs) {
  return pageMeta(args, {
    title: loaderData ? `Integrity of ${loaderData.desk.title}` : INTEGRITY.label,
    hidden: true,
  })
}

export default function Contest({ loaderData }: Route.ComponentProps) {
  const { desk } = loaderData
  const failure = useActionData<VoidFailure>()
  const typed = failure?.typed
  const refused = typed && patternOf(typed, desk.patterns)
  return (
    <ConfirmHost label="Integrity">
      <PageHeader
        crumbs={[INTEGRITY, { label: desk.title }]}
        title={desk.title}
        actions={<Actions desk={desk} />}
      />
      <FormProblem problem={failure?.message ?? null} />
      {typed?.reason && !refused && (
        <div className="mb-6">
          <Notice>
            You wrote about a pattern that is no longer found: <q className="wrap-anywhere">{typed.reason}</q>
          </Notice>
        </div>
      )}
      <Facts facts={factsOf(desk)} />
      {desk.isEntered ? (
        <div className="mt-6">
          <Notice>{INTEGRITY_MESSAGES.ownContest}</Notice>
        </div>
      ) : (
        <>
          <Section id="patterns" title="Patterns" className="mt-10">
            <Patterns desk={desk} typed={typed} refused={refused} />
          </Section>
          {!desk.isHidden && (
            <Section id="voided" title="Voided votes" className="mt-12">
              <Batches desk={desk} />
            </Section>
          )}
        </>
      )}
    </ConfirmHost>
  )
}

function factsOf({ status, isHeld, votes, voided, votingEndsAt }: DeskDetail) {
  return [
    { label: 'Status', value: <Badge tone={status}>{isHeld ? 'Result held' : statusLabel(status)}</Badge> },
    { label: 'Votes', value: <Figure>{countText(votes)}</Figure> },
    { label: 'Voided', value: <Figure>{countText(voided)}</Figure> },
    {
      label: status === 'completed' ? 'Voting ended' : 'Voting ends',
      value: votingEndsAt ? <Time value={votingEndsAt} style="datetime" /> : 'N/A',
    },
  ]
}

function Actions({ desk }: { desk: DeskDetail }) {
  const path = deskPath(desk.id)
  const about = `for ${desk.title}`
  if (desk.isEntered) return null
  return (
    <>
      {desk.status !== 'completed' && !desk.isHeld && (
        <ConfirmLink path={`${path}/hold`} title={TITLES.hold} about={about} look="button">
          Hold Result
        </ConfirmLink>
      )}
      {desk.isHeld && (
        <ConfirmLink path={`${path}/release`} title={TITLES.release} about={about} look="button">
          Release Result
        </ConfirmLink>
      )}
      {desk.status === 'completed' && (
        <ConfirmLink path={`${path}/recount`} title={TITLES.recount} about={about} look="button">
          Count Again
        </ConfirmLink>
      )}
    </>
  )
}

interface PatternsProps {
  desk: DeskDetail
  /** The form that was refused without scripts, and its pattern if that is still found. */
  typed: VoidForm | undefined
  refused: Pattern | undefined
}

function Patterns({ desk, typed, refused }: PatternsProps) {
  const patterns = usePatternKeys(desk.patterns)
  if (desk.isHidden)
    return (
      <Card>
        <p>
          A secret ballot: counts and voters are hidden from administrators too. The audit log records who
          looks.
        </p>
        <div className="mt-4">
          <ConfirmLink
            path={`${deskPath(desk.id)}/view`}
            title={TITLES.view}
            about={`of ${desk.title}`}
            look="button"
          >
            Show Counts
          </ConfirmLink>
        </div>
      </Card>
    )
  if (desk.patterns.length === 0) return <EmptyState subject="scroll">Nothing unusual.</EmptyState>
  return (
    <div className="grid gap-6">
      {patterns.map(({ key, pattern }) => (
        <PatternCard
          key={key}
          desk={desk}
          pattern={pattern}
          typed={pattern === refused ? typed : undefined}
        />
      ))}
    </div>
  )
}

function Batches({ desk }: { desk: DeskDetail }) {
  if (desk.batches.length === 0) return <p className="text-muted">No vote was voided.</p>
  return (
    <Card flush className="divide-y divide-line">
      {desk.batches.map((batch) => (
        <Batch key={batch.id} desk={desk} batch={batch} />
      ))}
    </Card>
  )
}

function Batch({ desk, batch }: { desk: DeskDetail; batch: VoidBatch }) {
  const { id, reason, note, votes, by, at, restoredAt, members, isSuspended } = batch
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 p-6">
      <div className="min-w-0 flex-1 basis-60">
        <p className="font-semibold">
          {formatCount(votes, 'vote')}: {VOID_REASONS[reason].toLowerCase()}
        </p>
        <p className="mt-1 text-calm wrap-anywhere">{note}</p>
        {members.length > 0 && (
          <p className="mt-1 flex flex-wrap gap-x-3 text-small">
            {members.map(({ id, name }, index) => (
              <TextLink
                dir="auto"
                key={id ?? index}
                {...(id ? { to: `/profile/${id}` } : { as: 'span' })}
                className="inline-block min-h-6"
              >
                {memberName(name)}
              </TextLink>
            ))}
            {votes > members.length && <span className="text-muted">and {votes - members.length} more</span>}
          </p>
        )}
        <p className="mt-1 text-small text-muted">
          {by ?? 'A former administrator'}, <Time value={at} style="datetime" />
          {restoredAt && (
            <>
              . Restored <Time value={restoredAt} style="datetime" />
            </>
          )}
        </p>
      </div>
      {!restoredAt && desk.status !== 'completed' && !isSuspended && (
        <ConfirmLink
          path={`${deskPath(desk.id)}/restore/${id}`}
          title={TITLES.restore}
          about={`of ${formatCount(votes, 'voter')}`}
          look="button"
        >
          Restore
        </ConfirmLink>
      )}
      {isSuspended && !restoredAt && (
        <TextLink to="/admin/leaderboard">Reinstate the member to restore it</TextLink>
      )}
    </div>
  )
}
