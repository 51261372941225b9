import { Suspense, useRef } from 'react'
import { Link } from 'react-router'
import { Image, NoImage } from '#app/parts/image.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { lazyPart } from '#app/ui/lazy-part.ts'
import { imageUrl, type StoredImage } from '#domain/media/sources.ts'

// Opened by few, so browsers load its code after the rest. Until then the link opens the image file.
const loadedViewer = import.meta.env.SSR ? await import('./image-viewer.tsx') : null
const ImageViewer =
  loadedViewer?.ImageViewer ??
  lazyPart(() => import('./image-viewer.tsx').then((module) => ({ default: module.ImageViewer })))

interface Props {
  image: StoredImage | null
  title: string
  /** What the image shows; by default its title. */
  alt: string | null
  /** In its own proportions, as far as the window is high enough. */
  whole?: boolean
  onPlay?: () => void
}

/** The submission's image; a click opens it in full. */
export function SubmissionImage({ image, title, alt, whole, onPlay }: Props) {
  const viewer = useRef<HTMLDialogElement>(null)
  function open(event: React.MouseEvent) {
    if (!viewer.current || event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    viewer.current.showModal()
  }
  return (
    <div className="relative">
      <Image
        image={image}
        fallback="submission"
        alt={image ? (alt ?? title) : ''}
        sizes={SIZES}
        eager
        className={`rounded-card border border-line ${whole ? '' : 'aspect-[16/10]'}`}
        fit={whole ? 'natural' : imageFit(image)}
      />
      {image && (
        <>
          {/* Without scripts, the link opens the image file. */}
          <a
            href={imageUrl(image.id, image.widths.at(-1) ?? image.width)}
            onClick={open}
            className={`group/image absolute flex cursor-zoom-in items-end justify-end ${onPlay ? 'right-4 bottom-4 rounded-full' : 'inset-0 rounded-card p-4'}`}
            aria-haspopup="dialog"
          >
            <span className="inline-flex min-h-7.5 items-center gap-2 rounded-full bg-shade px-3 py-1 text-small font-semibold text-on-shade group-hover/image:bg-[#080b11]">
              <Icon name="expand" className="size-4" />
              View full image
            </span>
          </a>
          <Suspense>
            <ImageViewer ref={viewer} image={image} title={title} alt={alt ?? title} />
          </Suspense>
        </>
      )}
      {!image && !onPlay && <NoImage />}
      {onPlay && <PlayLink title={title} onPlay={onPlay} />}
    </div>
  )
}

/** Starts the player below, or without scripts leads to it. */
function PlayLink({ title, onPlay }: { title: string; onPlay: () => void }) {
  return (
    <Link
      to="#player"
      replace
      onClick={onPlay}
      className="absolute inset-0 m-auto grid size-18 place-items-center rounded-full bg-go-fill text-on-go transition-[background-color] duration-160 hover:bg-go-lift"
    >
      <Icon name="play" className="size-8 fill-current" />
      <span className="sr-only">Play Video: {title}</span>
    </Link>
  )
}

/** Wide images fill the frame; tall ones fit inside it. */
function imageFit(image: StoredImage | null) {
  const ratio = image ? image.width / image.height : 1.6
  return ratio > 1.25 && ratio < 2.2 ? 'cover' : 'whole'
}

const SIZES = '(min-width: 75rem) 832px, (min-width: 64rem) 65vw, 100vw'
