import { NumberText } from '#app/ui/lists/number-text.tsx'
import { RankBadge } from '#app/ui/people/rank-badge.tsx'
import { Time } from '#app/ui/time/time.tsx'
import type { AuditValue } from '#domain/audit/rules.ts'

const moments = ['start_date', 'deadline', 'voting_opens_at', 'voting_closes_at']
const choices = ['status', 'kind', 'type']
const longest = 120

/** One recorded value in words: moments in the reader's zone, yes and no, long texts to unfold. */
export function FieldValue({ field, value }: { field: string; value: AuditValue }) {
  if (value === null || value === '') return <span className="text-muted">none</span>
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value === 'number') return <NumberText value={value} />
  if (typeof value !== 'string') return value.join(', ')
  if (field === 'rank') return <RankBadge rank={value} className="align-baseline" />
  if (moments.includes(field) && !Number.isNaN(Date.parse(value)))
    return <Time value={value} style="shorttime" />
  if (choices.includes(field)) return value.charAt(0).toUpperCase() + value.slice(1)
  return value.length > longest ? <LongText text={value} /> : <Text>{value}</Text>
}

function LongText({ text }: { text: string }) {
  const start = [...text.slice(0, longest)].slice(0, 80).join('')
  return (
    <details className="group">
      <summary className="min-h-6">
        <span className="group-open:hidden">
          <Text>{start}… </Text>
        </span>
        <span className="text-link text-small whitespace-nowrap">
          <span className="group-open:hidden">Show all</span>
          <span className="not-group-open:hidden">Show less</span>
        </span>
      </summary>
      <Text>{text}</Text>
    </details>
  )
}

function Text({ children }: { children: React.ReactNode }) {
  return <span className="wrap-anywhere whitespace-pre-line">{children}</span>
}
