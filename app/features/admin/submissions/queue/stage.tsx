import { useState } from 'react'
import { useFallback } from '#app/parts/image.tsx'
import { IconLink } from '#app/ui/button.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { Paragraphs } from '#app/ui/text/paragraphs.tsx'
import { MEMBERS_LINK } from '#app/ui/text-link.tsx'
import { imageSources, imageUrl, type StoredImage } from '#domain/media/sources.ts'
import type { CurrentSubmission } from './queue.server.ts'

interface Props {
  submission: CurrentSubmission
}

/** The work: the whole picture, the text itself, or the player. */
export function Stage({ submission }: Props) {
  const { kind, image, description, content } = submission
  if (kind === 'text') return <Text text={description} image={image} />
  return (
    <div className="relative isolate grid min-h-56 overflow-hidden bg-[#1d272d] text-on-shade lg:min-h-0 lg:flex-1">
      {image ? (
        <Picture {...submission} image={image} />
      ) : (
        <p className="place-self-center px-6 py-16 text-calm">No image</p>
      )}
      {content && <Player submission={submission} content={content} />}
    </div>
  )
}

/** The sizes of a picture in the queue, which is beside the decision on wide screens. */
export const STAGE_SIZES = '(min-width: 64rem) 60vw, 100vw'

function Picture({ image, imageAlt, title }: { image: StoredImage; imageAlt: string | null; title: string }) {
  const { failed, watch, onError } = useFallback(image.id)
  if (failed) return <p className="place-self-center px-6 py-16 text-calm">The image cannot be loaded.</p>
  return (
    <>
      {/* Its own color around it. */}
      <img
        src={imageUrl(image.id, image.widths[0] ?? image.width)}
        alt=""
        className="absolute inset-0 -z-1 size-full scale-125 object-cover opacity-45 blur-3xl"
      />
      <img
        {...imageSources(image)}
        sizes={STAGE_SIZES}
        ref={watch}
        onError={onError}
        alt={imageAlt || title}
        fetchPriority="high"
        className="mx-auto h-auto max-h-[64svh] w-full object-contain lg:absolute lg:inset-0 lg:size-full lg:max-h-none"
      />
      <IconLink
        to={imageUrl(image.id, image.widths.at(-1) ?? image.width)}
        label="The picture in a new tab"
        variant="overlay"
        target="_blank"
        rel="noopener"
        reloadDocument
        className="absolute! top-3 right-3 lg:top-4 lg:right-4"
      >
        <Icon name="expand" />
      </IconLink>
    </>
  )
}

/** The text at the size of a book, with the cover as a vignette after it. */
function Text({ text, image }: { text: string; image: StoredImage | null }) {
  return (
    <div className="bg-panel px-5 py-8 lg:min-h-0 lg:flex-1 lg:overflow-y-auto lg:px-12 lg:py-14">
      <Paragraphs
        text={text}
        className="mx-auto max-w-[60ch]! gap-5! font-display text-[1.125rem] leading-[1.8] lg:text-[1.3125rem]"
      />
      {image && (
        <img
          {...imageSources(image)}
          sizes="10rem"
          alt=""
          loading="lazy"
          className="mx-auto mt-10 block h-auto w-40 rounded-control"
        />
      )}
    </div>
  )
}

interface PlayerProps extends Props {
  content: NonNullable<CurrentSubmission['content']>
}

/** The browser's own player, or the frame of the link after a press, or the link. */
function Player({ submission: { title }, content: { link, embed, file } }: PlayerProps) {
  const [isPlaying, setIsPlaying] = useState(false)
  if (isPlaying && embed)
    return (
      <iframe
        src={embed.autoplaySrc}
        title={`${title}, played by ${embed.provider}`}
        allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
        referrerPolicy="strict-origin-when-cross-origin"
        className="absolute inset-0 size-full bg-black"
      />
    )
  return (
    <div className="absolute inset-x-4 bottom-4 flex flex-wrap items-end justify-center gap-3">
      {file?.medium === 'audio' && (
        // biome-ignore lint/a11y/useMediaCaption: the file is a member's link, and there is no place for its captions
        <audio src={file.src} controls preload="none" aria-label={title} className="w-full max-w-120" />
      )}
      {file?.medium === 'video' && (
        // biome-ignore lint/a11y/useMediaCaption: the file is a member's link, and there is no place for its captions
        <video
          src={file.src}
          controls
          preload="none"
          playsInline
          aria-label={title}
          className="aspect-video w-full max-w-180 rounded-control bg-black"
        />
      )}
      <a
        href={link}
        className="inline-flex min-h-11 items-center gap-2 rounded-control bg-shade px-4.5 text-calm font-semibold text-on-shade focus-visible:outline-on-shade"
        {...MEMBERS_LINK}
        onClick={(event) => {
          if (!embed) return
          event.preventDefault()
          setIsPlaying(true)
        }}
      >
        <Icon name={embed ? 'play' : 'external'} className="size-4" />
        {embed ? `Play ${embed.medium} by ${embed.provider}` : 'Open the link'}
      </a>
    </div>
  )
}
