import { Link } from 'react-router'
import { Requirements } from '#app/parts/challenges/challenge-facts.tsx'
import { Avatar } from '#app/parts/members/avatar.tsx'
import { memberName } from '#app/parts/members/names.ts'
import { Badge, Chip } from '#app/ui/badge.tsx'
import { formatCount, formatNumber } from '#app/ui/number.tsx'
import { Paragraphs } from '#app/ui/text/paragraphs.tsx'
import { Time } from '#app/ui/time.tsx'
import { submissionLabel } from '../statuses.ts'
import type { CurrentSubmission } from './queue.server.ts'

/** What is read beside the work: title, author, texts and what the challenge asks for. */
export function Entry({ submission }: { submission: CurrentSubmission }) {
  const { title, kind, status, rejectionReason, description, creationProcess, prompt } = submission
  const { tools, image, challenge, requirements } = submission
  return (
    <article>
      {status !== 'pending' && (
        <Badge tone={status} className="mb-3">
          {submissionLabel(status)}
        </Badge>
      )}
      <h1 dir="auto" className="text-page">
        {title}
      </h1>
      <Author submission={submission} />
      {status === 'rejected' && rejectionReason && (
        <p dir="auto" className="mt-5 text-muted">
          {rejectionReason}
        </p>
      )}
      {kind !== 'text' && <Paragraphs text={description} className="mt-5" />}
      <TextPart heading="Creation process" text={creationProcess} />
      <TextPart heading="Prompt" text={prompt} />
      <p className="mt-5 flex flex-wrap gap-2">
        {tools.map((tool) => (
          <Chip key={tool}>{tool}</Chip>
        ))}
        {image && (
          <Chip>
            {image.width} × {image.height}
          </Chip>
        )}
      </p>
      <section className="mt-7 border-t border-line pt-5">
        <h2 className="eyebrow font-sans">The brief asks</h2>
        <p className="mt-1 text-small text-muted">
          <Link
            dir="auto"
            to={`/challenges/${challenge.id}`}
            className="inline-block min-h-6 hover:text-ink hover:underline"
          >
            {challenge.title}
          </Link>
        </p>
        <div className="mt-3 text-calm wrap-anywhere">
          <Requirements requirements={requirements} />
        </div>
      </section>
    </article>
  )
}

function TextPart({ heading, text }: { heading: string; text: string | null }) {
  if (!text) return null
  return (
    <section className="mt-6">
      <h2 className="eyebrow font-sans">{heading}</h2>
      <Paragraphs text={text} className="mt-2 text-calm" />
    </section>
  )
}

function Author({ submission: { author, record, joinedAt } }: { submission: CurrentSubmission }) {
  const name = memberName(author.displayName)
  return (
    <div className="mt-4 flex items-center gap-3">
      <Avatar photoUrl={author.photoUrl} rank={author.rank} />
      <div className="min-w-0">
        <p className="font-semibold wrap-anywhere">
          {author.isDeleted ? (
            <>
              <bdi>{name}</bdi> (deleted)
            </>
          ) : (
            <Link dir="auto" to={`/profile/${author.id}`} className="inline-block min-h-6 hover:underline">
              {name}
            </Link>
          )}
        </p>
        <p className="text-small text-muted">
          {recordText(record)}
          {!author.isDeleted && (
            <>
              {' · joined '}
              <Time value={joinedAt} format="month" />
            </>
          )}
        </p>
      </div>
    </div>
  )
}

/** '5 other entries, all approved', '5 other entries, 3 approved, 1 rejected'. */
export function recordText({ pending, approved, rejected }: CurrentSubmission['record']): string {
  const entries = pending + approved + rejected
  if (entries === 0) return 'First entry'
  const count = formatCount(entries, 'other entry', 'other entries')
  if (approved === entries) return entries === 1 ? `${count}, approved` : `${count}, all approved`
  const judged = rejected > 0 ? `, ${formatNumber(rejected)} rejected` : ''
  return `${count}, ${formatNumber(approved)} approved${judged}`
}
