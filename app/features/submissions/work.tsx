import { Suspense } from 'react'
import { ratioClass } from '#app/parts/image.tsx'
import { lazyPart } from '#app/ui/browser/lazy-part.ts'
import { Paragraphs } from '#app/ui/text/paragraphs.tsx'
import type { Content } from '#domain/media/embeds.ts'
import type { SubmissionDetail } from '#domain/submissions/queries.server.ts'
import { SubmissionImage } from './show/submission-image.tsx'
import { isVerse, OpenWork, SHADE, Shade } from './written-work.tsx'

const Player = lazyPart(() => import('./player.tsx'), 'Player')

interface Props {
  submission: Omit<SubmissionDetail, 'isFrozen'>
  content: Content | null
}

/** What a submission is: its picture, its player in a band of the picture's color, or its text. */
export function Media({ submission, content }: Props) {
  const { kind, title, image, imageAlt } = submission
  if (kind === 'text') return <WrittenWork submission={submission} content={content} />
  const isPlayed = content !== null && (kind === 'audio' || kind === 'video')
  // The code or the page is the work; it follows.
  if (!image && (kind === 'code' || kind === 'special')) return null
  if (!isPlayed) return <SubmissionImage image={image} title={title} alt={imageAlt} />
  return (
    <section
      aria-label={kind === 'audio' ? 'Audio' : 'Video'}
      className={`max-sm:bleed overflow-hidden sm:rounded-card ${SHADE}`}
    >
      <Shade image={image} />
      <div className="relative flex flex-wrap items-center gap-x-8 gap-y-5 p-5 sm:p-8">
        {kind === 'audio' && image && (
          <div
            className={`w-[min(100%,calc(var(--ratio)*min(21.25rem,44svh)))] max-w-85 max-sm:mx-auto ${ratioClass(image)}`}
          >
            <SubmissionImage image={image} title={title} alt={imageAlt} isCover />
          </div>
        )}
        <Suspense>
          <Player kind={kind} title={title} {...content} cover={image} />
        </Suspense>
      </div>
    </section>
  )
}

/** A text, set as verse if its lines are short, and its picture as a vignette. */
function WrittenWork({ submission: { description, title, image, imageAlt }, content }: Props) {
  return (
    <div>
      <Paragraphs
        text={description}
        className={
          isVerse(description)
            ? 'font-display text-[1.03rem] leading-[1.8]'
            : 'max-w-[65ch] text-[1.0625rem] leading-[1.65]'
        }
      />
      {image && (
        <div className="mt-8 w-33">
          <SubmissionImage image={image} title={title} alt={imageAlt} isCover />
        </div>
      )}
      {content && <OpenWork link={content.link} label="Open the work" />}
    </div>
  )
}
