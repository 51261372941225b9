import { SubmissionCard } from '#app/parts/submissions/submission-card.tsx'
import { SubmissionRows } from '#app/parts/submissions/submission-cover.tsx'
import { Section } from '#app/ui/section.tsx'
import { Comments } from '../comments/comments.tsx'
import type { LoadedSubmission } from './show.server.ts'

export function LowerSections(page: LoadedSubmission) {
  const { comments, more } = page
  return (
    <>
      {comments && <Comments {...page} comments={comments} />}
      {more.length > 0 && (
        <Section title="More from this challenge" id="more">
          <SubmissionRows
            submissions={more}
            card={(other) => <SubmissionCard submission={other} without="challenge" walk={{}} />}
          />
        </Section>
      )}
    </>
  )
}
