import { useRef } from 'react'
import { Icon } from '#app/ui/icon.tsx'
import { Image, useFallback } from '#app/ui/image.tsx'
import { imageSources, imageUrl, type StoredImage } from '#domain/media/rules.ts'

const defaultImage = { src: '/pictures/default-submission.svg', width: 1600, height: 900 }

interface Props {
  image: StoredImage | null
  title: string
}

/** The submission's image; a click opens it in full. */
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
        image={image}
        fallback="submission"
        alt={image ? title : ''}
        sizes={SIZES}
        eager
        className={`rounded-card border border-line ${aspectClass(image)}`}
      />
      {image && (
        <>
          {/* Without scripts, the link opens the image file. */}
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

/** Wide images fill the frame; tall ones fit inside it. */
function aspectClass(image: StoredImage | null): string {
  const ratio = image ? image.width / image.height : 1.6
  return ratio > 1.25 && ratio < 2.2 ? 'aspect-[16/10]' : 'aspect-[16/10] picture-whole'
}

const SIZES = '(min-width: 75rem) 832px, (min-width: 64rem) 65vw, 100vw'

interface ImageViewerProps {
  ref: React.Ref<HTMLDialogElement>
  image: StoredImage
  title: string
}

/** The full image in a dialog. Escape, a click or the close button closes it. */
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
        {...(failed ? defaultImage : { ...imageSources(image), sizes: '100vw' })}
        ref={watch}
        onError={onError}
        alt={title}
        loading="lazy"
        className="image-viewer-image"
      />
    </dialog>
  )
}
