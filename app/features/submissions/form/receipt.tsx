import { BulletList } from '#app/ui/bullet-list.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { Time } from '#app/ui/time.tsx'
import { REWARDS } from '#domain/points/rules.ts'
import { receiptNumber } from '#domain/submissions/rules.ts'
import { useDeadLink } from './link-check.ts'
import type { submitPage } from './submit.server.ts'
import { AccessCard, SubmissionLinks } from './unavailable/access-cards.tsx'

type Props = Extract<Awaited<ReturnType<typeof submitPage>>, { state: 'sent' }> & { challengeId: string }

/** What was received and when, and what happens next (SUB-76). */
export function Receipt({ challengeId, title, submission, progress, next, sendsMail }: Props) {
  const { id, submittedAt, contentUrl } = submission
  const isDead = useDeadLink(contentUrl ?? '')
  return (
    <AccessCard
      heading="Submission Successful!"
      subject="ninja"
      challenge={{ id: challengeId, title }}
      actions={<SubmissionLinks challengeId={challengeId} submissionId={id} />}
      focusHeading
    >
      Your entry for “{title}” was submitted, and you earned {REWARDS.submission} points.
      <dl className="mx-auto mt-6 grid max-w-100 grid-cols-[auto_1fr] gap-x-5 gap-y-1.5 border-y border-line py-4 text-left text-calm wrap-anywhere">
        <Row label="Entry">{submission.title}</Row>
        <Row label="Number">{receiptNumber(id)}</Row>
        <Row label="Received">
          <Time value={submittedAt} style="datetime" />
        </Row>
        <Row label="Status">{progress}</Row>
      </dl>
      <div role="status" className="text-left">
        {isDead && (
          <div className="mt-6">
            <Notice tone="bad">
              <p>The link of your entry did not answer: {contentUrl}. Check that it is correct and public.</p>
              <ButtonLink
                to={`/challenges/${challengeId}/submissions/${id}/edit`}
                variant="secondary"
                size="small"
                className="mt-3"
              >
                Edit Submission
              </ButtonLink>
            </Notice>
          </div>
        )}
      </div>
      <h2 className="mt-6 text-left text-card text-ink">What happens next</h2>
      <BulletList className="mt-2 text-left text-calm">
        <li>{VISIBLE[next.visible]}</li>
        {next.deadline && (
          <li>
            You can edit or withdraw it until the deadline, <Time value={next.deadline} style="datetime" />.
          </li>
        )}
        {next.voting && (
          <li>
            Members vote from <Time value={next.voting.from} style="datetime" /> to{' '}
            <Time value={next.voting.until} style="datetime" />. Then you learn your place.
          </li>
        )}
        <li>
          You find this receipt under Notifications
          {sendsMail && ', and by mail unless you have turned that off'}.
        </li>
      </BulletList>
    </AccessCard>
  )
}

const VISIBLE = {
  now: 'Everyone can see your entry now.',
  later: 'Others can see your entry after the deadline.',
  approved: 'Others can see your entry once an administrator has approved it.',
}

function Row({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <>
      <dt className="text-muted">{label}</dt>
      <dd className="font-semibold text-ink tabular-nums">{children}</dd>
    </>
  )
}
