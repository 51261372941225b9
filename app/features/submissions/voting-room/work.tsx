import { Ground, NoImage, useFallback } from '#app/parts/image.tsx'
import { Paragraphs } from '#app/ui/paragraphs.tsx'
import { imageSources, type StoredImage } from '#domain/media/sources.ts'
import { Player } from '../player.tsx'
import { SubmissionText } from '../texts.tsx'
import { isVerse } from '../work.tsx'
import type { LoadedRoom } from './room.server.ts'

/** The sizes of a picture in the room, which is beside the panel on wide screens. */
export const ROOM_SIZES = '(min-width: 64rem) calc(100vw - 25rem), 100vw'

type Shown = Pick<LoadedRoom, 'submission' | 'content'>

interface Props extends Shown {
  /** For `useZoom`. */
  frame?: React.RefObject<HTMLDivElement | null>
  level?: number
}

/** A submission without its words: the picture, the text, or the player. */
export function RoomWork({ submission, content, frame, level = 1 }: Props) {
  const { kind, title, image } = submission
  if (kind === 'text') return <TextWork submission={submission} />
  if (isWritten(submission)) return <CodeWork submission={submission} />
  if (isPicture({ submission, content }) || !content)
    return <Picture submission={submission} frame={frame} level={level} />
  return (
    <div className="relative isolate size-full bg-[#10151d] text-on-shade [--color-ink:var(--color-on-shade)] [--color-muted:var(--color-on-shade)]">
      {image?.color && <Ground color={image.color} />}
      <div className="absolute inset-0 bg-[rgb(8_11_17/0.66)]" />
      <div className="relative flex size-full overflow-y-auto px-4 py-18 sm:px-20">
        <div className="m-auto flex w-full max-w-200 flex-col gap-5 lg:flex-row lg:items-center lg:gap-8">
          {kind === 'audio' && image && (
            <Cover
              image={image}
              className="h-auto max-h-[38svh] w-auto max-w-full self-center rounded-control lg:max-h-[60svh] lg:max-w-[45%]"
            />
          )}
          <Player kind={kind} title={title} {...content} cover={image} />
        </div>
      </div>
    </div>
  )
}

/** Whether the submission is shown as a picture, which can be zoomed. */
export function isPicture({ submission, content }: Shown): boolean {
  const { kind } = submission
  return kind !== 'text' && !isWritten(submission) && !(content && (kind === 'audio' || kind === 'video'))
}

/** Code, or a work of another kind, that has no picture. */
function isWritten({ kind, image }: Shown['submission']): boolean {
  return !image && (kind === 'code' || kind === 'special')
}

function CodeWork({ submission }: Pick<Props, 'submission'>) {
  return (
    <section
      aria-label={`Code: ${submission.title}`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: Keys scroll a long text.
      tabIndex={0}
      className="flex size-full overflow-y-auto px-6 pt-20 pb-24 outline-offset-[-4px]"
    >
      <div className="m-auto w-full max-w-[80ch]">
        <SubmissionText submission={submission} content={null} />
      </div>
    </section>
  )
}

function Picture({ submission, frame, level = 1 }: Pick<Props, 'submission' | 'frame' | 'level'>) {
  const { image, imageAlt, title } = submission
  const { failed, watch, onError } = useFallback(image?.id)
  const drawn = { src: '/pictures/default-submission.svg', width: 1600, height: 900 }
  const sizes = level > 1 ? `${level}00vw` : ROOM_SIZES
  return (
    <div
      ref={frame}
      data-zoomed={level > 1 ? '' : undefined}
      className={`relative size-full overflow-hidden ${level > 1 ? 'cursor-grab touch-none active:cursor-grabbing' : 'touch-pan-y'}`}
    >
      {image?.color && <Ground color={image.color} />}
      <img
        {...(image && !failed ? { ...imageSources(image), sizes } : drawn)}
        ref={watch}
        onError={onError}
        alt={image ? (imageAlt ?? title) : ''}
        fetchPriority="high"
        draggable={false}
        className="relative size-full object-contain transition-transform duration-200"
      />
      {!image && <NoImage />}
    </div>
  )
}

function TextWork({ submission: { title, description, image } }: Pick<Props, 'submission'>) {
  return (
    <section
      aria-label={`Text: ${title}`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: Keys scroll a long text.
      tabIndex={0}
      className="flex size-full flex-col overflow-y-auto px-6 pt-20 pb-24 outline-offset-[-4px]"
    >
      <div className="m-auto w-full max-w-[65ch]">
        <Paragraphs
          text={description}
          className={`gap-6! leading-[1.8]! ${isVerse(description) ? 'font-display text-lead sm:text-card' : 'text-lead sm:text-[1.25rem]'}`}
        />
        {image && <Cover image={image} className="mt-8 h-auto w-33 rounded-control" />}
      </div>
    </section>
  )
}

/** The image of a work that is no picture. */
function Cover({ image, className }: { image: StoredImage; className: string }) {
  const { failed, watch, onError } = useFallback(image.id)
  if (failed) return null
  return (
    <img {...imageSources(image)} sizes="26rem" ref={watch} onError={onError} alt="" className={className} />
  )
}
