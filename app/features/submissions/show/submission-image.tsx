import { useRef } from 'react'
import { IconButton } from '#app/ui/button.tsx'
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
        className="aspect-[16/10] rounded-card border border-line"
        fit={imageFit(image)}
      />
      {image && (
        <>
          {/* Without scripts, the link opens the image file. */}
          <a
            href={imageUrl(image.id, image.widths.at(-1) ?? image.width)}
            onClick={open}
            className="group/image absolute inset-0 flex cursor-zoom-in items-end justify-end rounded-card p-4"
            aria-haspopup="dialog"
          >
            <span className="inline-flex min-h-7.5 items-center gap-2 rounded-full bg-shade px-3 py-1 text-small font-semibold text-on-shade group-hover/image:bg-[#080b11]">
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
function imageFit(image: StoredImage | null) {
  const ratio = image ? image.width / image.height : 1.6
  return ratio > 1.25 && ratio < 2.2 ? 'cover' : 'whole'
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
    <dialog
      ref={ref}
      className="m-auto max-h-none max-w-none overflow-hidden rounded-control bg-transparent backdrop:bg-[rgb(5_7_11/0.92)]"
      aria-label={`Full image: ${title}`}
      closedby="any"
    >
      <form method="dialog">
        <IconButton type="submit" variant="overlay" label="Close" className="absolute top-3 right-3">
          <Icon name="close" />
        </IconButton>
      </form>
      <img
        {...(failed ? defaultImage : { ...imageSources(image), sizes: '100vw' })}
        ref={watch}
        onError={onError}
        alt={title}
        loading="lazy"
        className="block h-auto max-h-[calc(100dvh-2rem)] w-auto max-w-[calc(100vw-2rem)] object-contain"
      />
    </dialog>
  )
}
