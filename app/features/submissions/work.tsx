import { useState } from 'react'
import { Chip } from '#app/ui/badge.tsx'
import { Paragraphs } from '#app/ui/paragraphs.tsx'
import type { SubmissionDetail } from '#domain/submissions/queries.server.ts'
import { Player } from './player.tsx'
import type { Content } from './show/show.server.ts'
import { SubmissionImage } from './show/submission-image.tsx'

interface Props {
  submission: Omit<SubmissionDetail, 'isFrozen'>
  content: Content | null
  /** Shows all of the image instead of a frame of fixed proportions. */
  whole?: boolean
}

/** The image and the player of a submission. */
export function Media({ submission, content, whole }: Props) {
  const [playing, setPlaying] = useState(false)
  const isPlayable = content?.embed?.medium === 'video' || content?.file?.medium === 'video'
  return (
    <>
      {(submission.image || !content?.embed) && (
        <SubmissionImage
          image={submission.image}
          title={submission.title}
          alt={submission.imageAlt}
          whole={whole}
          onPlay={isPlayable ? () => setPlaying(true) : undefined}
        />
      )}
      {content && <Player kind={submission.kind} title={submission.title} {...content} playing={playing} />}
    </>
  )
}

export function CreationDetails({ submission }: Pick<Props, 'submission'>) {
  return (
    <div className="grid gap-8">
      {submission.creationProcess && (
        <section>
          <h2 className="text-[1.625rem] leading-tight">Creation process</h2>
          <Paragraphs text={submission.creationProcess} className="mt-3" />
        </section>
      )}
      <section>
        <h2 className="text-[1.625rem] leading-tight">AI tools used</h2>
        <p className="mt-3 flex flex-wrap gap-2">
          {submission.tools.map((tool) => (
            <Chip key={tool}>{tool}</Chip>
          ))}
        </p>
      </section>
    </div>
  )
}
