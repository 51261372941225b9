import { ButtonLink } from '#app/ui/controls/button.tsx'
import { formatCount } from '#app/ui/lists/number-text.tsx'
import { Notice } from '#app/ui/surfaces/notice.tsx'
import { PageHeader } from '#app/ui/surfaces/page-header.tsx'
import type { ChallengeDetail } from '#domain/challenges/queries.server.ts'
import { isOpenForEntries, kindLabel, typeLabel } from '#domain/challenges/rules.ts'
import { MESSAGES } from '#domain/voting/rules.ts'
import type { GalleryAddress } from './address.ts'
import { hiddenNote } from './words.ts'

interface Props {
  challenge: ChallengeDetail
  /** How many entries there are; null where that is not known. */
  total: number | null
  asked: GalleryAddress
  signedIn: boolean
  now: Date
}

export function GalleryHead({ challenge, total, asked, signedIn, now }: Props) {
  const { id, title, mySubmissionId } = challenge
  const mayEnter = isOpenForEntries(challenge, now) && signedIn && !mySubmissionId
  const crumbs = [
    { to: '/challenges', label: 'Challenges' },
    { to: `/challenges/${id}`, label: title },
    { label: 'Submissions' },
  ]
  return (
    <>
      <PageHeader
        crumbs={crumbs}
        eyebrow={`${typeLabel(challenge.type)} · ${kindLabel(challenge.kind)}`}
        title={title}
        subtitle={hiddenNote(challenge, now) ?? (total !== null && formatCount(total, 'submission'))}
        actions={
          <>
            <ButtonLink to={`/challenges/${id}`} look="quiet">
              Challenge Details
            </ButtonLink>
            {mayEnter && <ButtonLink to={`/challenges/${id}/submit`}>Submit Entry</ButtonLink>}
          </>
        }
      />
      <Phase challenge={challenge} asked={asked} />
    </>
  )
}

function Phase({ challenge, asked }: Pick<Props, 'challenge' | 'asked'>) {
  if (challenge.status !== 'voting') {
    return asked.voting && <div className="mb-8">{<Notice>{MESSAGES.notOpen}</Notice>}</div>
  }
  return (
    <section aria-labelledby="voting" className="card card-won mb-8 p-6">
      <h2 id="voting" className="text-card">
        Voting in Progress
      </h2>
      <p className="mt-2">The submission deadline has passed. Voting is now open for this challenge!</p>
      <p className="mt-1 text-calm text-muted">{MESSAGES.alreadyElsewhere}</p>
    </section>
  )
}
