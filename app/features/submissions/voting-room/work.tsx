import { Suspense } from 'react'
import { Ground, NoImage, useFallback } from '#app/parts/image.tsx'
import { lazyPart } from '#app/ui/browser/lazy-part.ts'
import { imageSources } from '#domain/media/sources.ts'
import type { LoadedRoom } from './room.server.ts'

const OtherWork = lazyPart(() => import('./other-work.tsx'), 'OtherWork')

/** The sizes of a picture in the room, which is beside the panel on wide screens. */
export const ROOM_SIZES = '(min-width: 64rem) calc(100vw - 25rem), 100vw'

export type Shown = Pick<LoadedRoom, 'submission' | 'content'>

interface Props extends Shown {
  frame?: React.RefObject<HTMLDivElement | null>
  level?: number
}

/** A submission without its words: the picture, the text, or the player. */
export function RoomWork({ submission, content, frame, level = 1 }: Props) {
  if (isPicture({ submission, content }))
    return <Picture submission={submission} frame={frame} level={level} />
  return (
    <Suspense>
      <OtherWork submission={submission} content={content} />
    </Suspense>
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
