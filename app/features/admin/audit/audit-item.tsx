import { Link } from 'react-router'
import { RankBadge } from '#app/parts/members/rank.tsx'
import { managePath } from '#app/parts/paths.ts'
import { Badge, type BadgeTone } from '#app/ui/badge.tsx'
import { Disclosure } from '#app/ui/disclosure.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { NumberText } from '#app/ui/number.tsx'
import { TextLink } from '#app/ui/text-link.tsx'
import { Time } from '#app/ui/time.tsx'
import type { AuditEntry } from '#domain/audit/queries.server.ts'
import { ACTIONS, type AuditValue } from '#domain/audit/rules.ts'
import { isSetting, wordsFor } from '#domain/settings/rules.ts'
import { SUGGESTIONS } from '../paths.ts'
import { seriesPath } from '../series/paths.ts'
import { webhookPath } from '../webhooks/paths.ts'
import { type FieldChange, fieldChanges } from './changes.ts'

const dateFields = ['start_date', 'deadline', 'voting_opens_at', 'voting_closes_at']

const choiceFields = ['status', 'kind', 'type']

const maxCollapsedLength = 120

interface Props {
  entry: AuditEntry
  /** The page is about it. */
  hidesSubject?: boolean
}

export function AuditItem({ entry, hidesSubject }: Props) {
  const { action, subjectType, adminId, adminName, at, before, after, ownContest } = entry
  const changes = fieldChanges(entry)
  const isWhole = !before || !after
  return (
    <li className="grid gap-x-8 gap-y-2 px-6 py-5 md:grid-cols-[12rem_minmax(0,1fr)]">
      <div className="flex flex-wrap justify-between gap-x-4 text-small md:block">
        <Time value={at} format="shorttime" className="tabular-nums text-muted" />
        <p className="md:mt-1">
          <span className="text-muted">by </span>
          {adminId ? (
            <Link
              dir="auto"
              to={`/profile/${adminId}`}
              className="inline-block min-h-6 font-medium hover:underline"
            >
              {adminName}
            </Link>
          ) : (
            <span dir="auto" className="font-medium">
              {adminName}
            </span>
          )}
          {ownContest && (
            <span className="block text-gold">
              with an entry in{' '}
              {subjectType === 'member' ? 'a challenge that this may affect' : 'this challenge'}
            </span>
          )}
        </p>
      </div>
      <div className="min-w-0">
        <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
          <Badge tone={toneOf(action)} on="bare">
            {ACTIONS[action]}
          </Badge>
          {!hidesSubject && <Subject entry={entry} />}
        </p>
        {changes.length > 0 && !isWhole && <FieldChanges changes={changes} />}
        {changes.length > 0 && isWhole && (
          <Disclosure
            summary={after ? 'Created with' : 'Deleted with'}
            className="mt-1.5"
            summaryClassName="inline-block min-h-6 text-small text-muted"
          >
            <FieldChanges changes={changes} />
          </Disclosure>
        )}
      </div>
    </li>
  )
}

function Subject({ entry }: { entry: AuditEntry }) {
  const { author, challenge } = entry.before ?? entry.after ?? {}
  const to = placeOf(entry)
  return (
    <span className="min-w-0 wrap-anywhere">
      {to ? (
        <TextLink dir="auto" className="inline-block min-h-6 font-semibold" to={to}>
          {entry.subjectName}
        </TextLink>
      ) : (
        <b dir="auto">{entry.subjectName}</b>
      )}
      {author && challenge && (
        <span className="text-small text-muted">
          {' '}
          by <bdi>{author}</bdi> in <bdi>{challenge}</bdi>
        </span>
      )}
    </span>
  )
}

function placeOf({ subjectType, subjectId, challengeId }: AuditEntry): string | null {
  if (subjectType === 'settings') return '/admin/settings'
  if (subjectType === 'suggestion') return SUGGESTIONS.to
  if (!subjectId) return null
  const places = {
    challenge: managePath(subjectId),
    series: seriesPath(subjectId),
    submission: challengeId && `/challenges/${challengeId}/submissions/${subjectId}`,
    member: `/profile/${subjectId}`,
    webhook: webhookPath(subjectId),
  }
  return places[subjectType]
}

function toneOf(action: AuditEntry['action']): BadgeTone {
  if (/_(created|approved|granted|reinstated)$/.test(action)) return 'approved'
  return /_(deleted|rejected|revoked|suspended)$/.test(action) ? 'rejected' : 'pending'
}

function FieldChanges({ changes }: { changes: FieldChange[] }) {
  return (
    <dl className="mt-3 grid gap-x-6 gap-y-1.5 text-calm sm:grid-cols-[9rem_minmax(0,1fr)]">
      {changes.map(({ field, label, before, after }) => (
        <div key={field} className="sm:col-span-2 sm:grid sm:grid-cols-subgrid">
          <dt className="text-muted max-sm:text-small">{label}</dt>
          <dd className="flex min-w-0 flex-wrap items-baseline gap-x-2.5">
            {before !== undefined && (
              <div className="min-w-0 text-muted">
                <span className="sr-only">before: </span>
                <FieldValue field={field} value={before} />
              </div>
            )}
            {before !== undefined && after !== undefined && (
              <Icon name="arrow" className="size-3.5 self-center text-muted" />
            )}
            {after !== undefined && (
              <div className="min-w-0">
                <span className="sr-only">after: </span>
                <FieldValue field={field} value={after} />
              </div>
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** A recorded value: dates in the viewer's time zone, booleans as yes or no, long texts collapsed. */
function FieldValue({ field, value }: { field: string; value: AuditValue }) {
  if (value === null || value === '' || (typeof value === 'object' && value.length === 0))
    return <span className="text-muted">none</span>
  if (isSetting(field)) return <Text>{wordsFor(field, value)}</Text>
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value === 'number') return <NumberText value={value} />
  if (typeof value !== 'string') return value.join(', ')
  if (field === 'rank') return <RankBadge rank={value} className="align-baseline" />
  if (dateFields.includes(field) && !Number.isNaN(Date.parse(value)))
    return <Time value={value} format="shorttime" />
  if (choiceFields.includes(field)) return value.charAt(0).toUpperCase() + value.slice(1)
  return value.length > maxCollapsedLength ? <LongText text={value} /> : <Text>{value}</Text>
}

function LongText({ text }: { text: string }) {
  const start = [...text.slice(0, maxCollapsedLength)].slice(0, 80).join('')
  return (
    <details className="group">
      <summary className="min-h-6">
        <span className="group-open:hidden">
          <Text>{start}… </Text>
        </span>
        <TextLink as="span" className="text-small whitespace-nowrap">
          <span className="group-open:hidden">Show all</span>
          <span className="not-group-open:hidden">Show less</span>
        </TextLink>
      </summary>
      <Text>{text}</Text>
    </details>
  )
}

function Text({ children }: { children: React.ReactNode }) {
  return <bdi className="wrap-anywhere whitespace-pre-line">{children}</bdi>
}
