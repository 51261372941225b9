import { useRef } from 'react'
import { Icon } from '#app/ui/icon.tsx'
import { Image, type StoredPicture, useFallback } from '#app/ui/image.tsx'
import { imageSources, imageUrl } from '#domain/media/rules.ts'

const drawn = { src: '/pictures/default-entry.svg', width: 1600, height: 900 }

interface Props {
  image: StoredPicture | null
  title: string
}

/** The entry's picture, leading the page; a click shows all of it. */
export function SubmissionImage({ image, title }: Props) {
  const viewer = useRef<HTMLDialogElement>(null)
  function open(event: React.MouseEvent) {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    viewer.current?.showModal()
  }
  return (
    <div className="relative">
      <Image
        picture={image}
        fallback="entry"
        alt={image ? title : ''}
        sizes={SIZES}
        eager
        className={`rounded-card border border-line ${shapeOf(image)}`}
      />
      {image && (
        <>
          {/* Without scripts the link shows the picture by itself. */}
          <a
            href={imageUrl(image.id, image.widths.at(-1) ?? image.width)}
            onClick={open}
            className="picture-link"
            aria-haspopup="dialog"
          >
            <span className="picture-pill">
              <Icon name="expand" className="size-4" />
              View full image
            </span>
          </a>
          <ImageViewer ref={viewer} image={image} title={title} />
        </>
      )}
    </div>
  )
}

/** Wide pictures fill the frame; tall ones stand in it whole. */
function shapeOf(image: StoredPicture | null): string {
  const ratio = image ? image.width / image.height : 1.6
  return ratio > 1.25 && ratio < 2.2 ? 'aspect-[16/10]' : 'aspect-[16/10] picture-whole'
}

const SIZES = '(min-width: 75rem) 832px, (min-width: 64rem) 65vw, 100vw'

interface ImageViewerProps {
  ref: React.Ref<HTMLDialogElement>
  image: StoredPicture
  title: string
}

/** The whole picture over the page. Escape, a click or the cross closes it; the browser gives the focus back. */
function ImageViewer({ ref, image, title }: ImageViewerProps) {
  const { failed, watch, onError } = useFallback(image.id)
  return (
    <dialog ref={ref} className="image-viewer" aria-label={`Full image: ${title}`} closedby="any">
      <form method="dialog">
        <button type="submit" className="image-viewer-close" aria-label="Close">
          <Icon name="close" />
        </button>
      </form>
      <img
        {...(failed ? drawn : { ...imageSources(image), sizes: '100vw' })}
        ref={watch}
        onError={onError}
        alt={title}
        loading="lazy"
        className="image-viewer-image"
      />
    </dialog>
  )
}
