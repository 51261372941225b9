import { Link, useFetcher } from 'react-router'
import { useRefusal } from '#app/forms/life-cycle.ts'
import type { Failure } from '#app/forms/submit.ts'
import { useTypedText } from '#app/forms/typed-text.ts'
import { ReasonField } from '#app/parts/fields/reason-field.tsx'
import { Button } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { Checkbox } from '#app/ui/fields/checkbox.tsx'
import { Select } from '#app/ui/fields/field.tsx'
import { FormProblem } from '#app/ui/fields/form-message.tsx'
import { formatCount } from '#app/ui/number.tsx'
import { TextLink } from '#app/ui/text-link.tsx'
import { Time } from '#app/ui/time.tsx'
import type { Pattern, PatternVoter } from '#domain/integrity/patterns.server.ts'
import type { DeskDetail } from '#domain/integrity/queries.server.ts'
import { CHOSEN_REASONS, type PatternKind } from '#domain/integrity/rules.ts'
import { VOID_REASONS, type VoidReason } from '#domain/voting/bars.ts'
import { deskPath } from './paths.ts'
import { patternText, patternTitles } from './pattern-text.ts'
import type { VoidForm } from './void-form.ts'

/** A form has room for so many ticked members. */
const mostTicked = 24

const likelyReason: Record<PatternKind, VoidReason> = {
  newAccounts: 'new_accounts',
  network: 'several_accounts',
  burst: 'several_accounts',
  oneAuthor: 'agreed',
  mutual: 'agreed',
}

/** The address under which what is typed about a pattern is kept. The voters are listed by the time of their votes. */
export function typedPatternAs(challengeId: string, { kind, submissionId, voters }: PatternForm): string {
  return [deskPath(challengeId), kind, submissionId, voters[0]].join(' ')
}

type PatternForm = Pick<VoidForm, 'kind' | 'submissionId' | 'voters'>

interface Props {
  desk: DeskDetail
  pattern: Pattern
  /** The refused form of this pattern that was sent without scripts. */
  typed: VoidForm | undefined
}

/** A pattern with its voters, whose votes can be voided. */
export function PatternCard({ desk, pattern, typed }: Props) {
  const { kind, submission, voters } = pattern
  const { Form, state, data } = useFetcher<Failure>()
  const refusal = useRefusal({ state, data })
  const shown = voters.slice(0, mostTicked)
  const keys = shown.map(({ key }) => key)
  const typedAs = typedPatternAs(desk.id, { kind, submissionId: submission.id, voters: keys })
  const { form, keep } = useTypedText(typedAs, typed !== undefined)
  return (
    <Card as="section" aria-label={`${patternTitles[kind]}: ${submission.title}`}>
      <h3 className="text-card">{patternTitles[kind]}</h3>
      <p className="mt-2">{patternText(pattern)}</p>
      <p className="mt-1 text-calm text-muted">
        Entry:{' '}
        <TextLink dir="auto" to={`/challenges/${desk.id}/submissions/${submission.id}`}>
          {submission.title}
        </TextLink>{' '}
        by <bdi>{submission.authorName}</bdi>
      </p>
      <Form
        ref={form}
        method="post"
        action={deskPath(desk.id)}
        preventScrollReset
        noValidate
        className="mt-5"
        onInput={keep}
      >
        <FormProblem problem={refusal?.message ?? null} />
        <input type="hidden" name="kind" value={kind} />
        <input type="hidden" name="submission" value={submission.id} />
        <input type="hidden" name="voters" value={keys.join(' ')} />
        <fieldset>
          <legend className="text-small font-semibold">Votes to void</legend>
          <ul className="mt-2 divide-y divide-line border-line border-y">
            {shown.map((voter) => (
              <Voter key={voter.key} voter={voter} isTicked={isTicked(voter, typed)} />
            ))}
          </ul>
          {voters.length > shown.length && (
            <p className="mt-2 text-small text-muted">
              {formatCount(voters.length - shown.length, 'more vote')} will be listed when these are voided.
            </p>
          )}
        </fieldset>
        <div className="mt-5 grid gap-5 md:grid-cols-[minmax(0,1fr)_minmax(0,1.4fr)]">
          <Select
            label="Reason"
            name="cause"
            defaultValue={typed?.cause || likelyReason[kind]}
            options={CHOSEN_REASONS.map((value) => ({ value, label: VOID_REASONS[value] }))}
            hint="The members read it, and the page of results counts votes by it."
          />
          <ReasonField
            label="What you found"
            required
            defaultValue={typed?.reason}
            hint="For administrators and the audit log."
          />
        </div>
        <p className="mt-4 text-small text-muted">
          {desk.status === 'completed'
            ? 'The challenge is completed: the votes are counted again if the winner loses one, and voided votes cannot be restored.'
            : 'Counts and points follow at once. The members are told, and cannot vote again in this challenge. You can restore the votes until it is completed.'}
        </p>
        <div className="mt-4 flex flex-wrap justify-end gap-3">
          <Button variant="danger" pending={state !== 'idle'} pendingLabel="Voiding...">
            Void These Votes
          </Button>
        </div>
      </Form>
    </Card>
  )
}

/** At first all are. */
function isTicked({ key }: PatternVoter, typed: VoidForm | undefined): boolean {
  return !typed?.voters.includes(key) || typed.ticked.includes(key)
}

function Voter({ voter, isTicked }: { voter: PatternVoter; isTicked: boolean }) {
  const { key, userId, name, joinedAt, votedAt, isSuspended } = voter
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1 py-1.5">
      <Checkbox
        name="member"
        value={key}
        defaultChecked={isTicked}
        label={<bdi>{name}</bdi>}
        hint={
          <>
            {joinedAt ? (
              <>
                joined <Time value={joinedAt} style="datetime" />
              </>
            ) : (
              'deleted account'
            )}
            , voted <Time value={votedAt} style="datetime" />
          </>
        }
      />
      {userId && (
        <span className="flex gap-4 py-1 text-small">
          <Link
            to={`/profile/${userId}`}
            className="inline-block min-h-6 underline-offset-[0.22em] hover:underline"
          >
            Profile
            <span className="sr-only">
              {' '}
              of <bdi>{name}</bdi>
            </span>
          </Link>
          {isSuspended ? (
            <span className="text-muted">Suspended</span>
          ) : (
            <Link
              to={`/admin/leaderboard/${userId}/suspend`}
              className="inline-block min-h-6 underline-offset-[0.22em] hover:underline"
            >
              Suspend
              <span className="sr-only">
                {' '}
                <bdi>{name}</bdi>
              </span>
            </Link>
          )}
        </span>
      )}
    </li>
  )
}
