import { Suspense, useRef } from 'react'
import { Image, NoImage } from '#app/parts/image.tsx'
import { lazyPart } from '#app/ui/browser/lazy-part.ts'
import { Icon } from '#app/ui/icon.tsx'
import { imageUrl, type StoredImage } from '#domain/media/sources.ts'

const ImageViewer = lazyPart(() => import('./image-viewer.tsx'), 'ImageViewer')

interface Props {
  image: StoredImage | null
  title: string
  /** What the image shows; by default its title. */
  alt: string | null
  /** It stands beside the work: as wide as its parent, without a button on it. */
  isCover?: boolean
}

/** The submission's image in its own proportions, on phones from edge to edge; a click opens it in full. */
export function SubmissionImage({ image, title, alt, isCover }: Props) {
  const viewer = useRef<HTMLDialogElement>(null)
  function open(event: React.MouseEvent) {
    if (!viewer.current || event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    viewer.current.showModal()
  }
  return (
    <div className={`relative ${isCover ? '' : 'max-sm:bleed'}`}>
      <Image
        image={image}
        fallback="submission"
        alt={image ? (alt ?? title) : ''}
        sizes={isCover ? '340px' : SIZES}
        eager
        fit="natural"
        className={isCover ? 'rounded-control' : 'sm:rounded-card'}
      />
      {image ? (
        <>
          {/* Without scripts, the link opens the image file. */}
          <a
            href={imageUrl(image.id, image.widths.at(-1) ?? image.width)}
            onClick={open}
            className="group/image absolute inset-0 flex cursor-zoom-in items-end justify-end p-3 sm:rounded-card"
            aria-haspopup="dialog"
          >
            <span className={isCover ? 'sr-only' : EXPAND}>
              <Icon name="expand" className="size-5" />
              <span className="sr-only">View full image</span>
            </span>
          </a>
          <Suspense>
            <ImageViewer ref={viewer} image={image} title={title} alt={alt ?? title} />
          </Suspense>
        </>
      ) : (
        <NoImage />
      )}
    </div>
  )
}

const EXPAND =
  'grid size-11 place-items-center rounded-control bg-shade text-on-shade group-hover/image:bg-[#080b11]'

const SIZES = '(min-width: 75rem) 832px, (min-width: 64rem) 65vw, 100vw'
