import { Icon } from '#app/ui/icons/icon.tsx'
import { useFallback } from '#app/ui/pictures/fallback.ts'
import type { StoredPicture } from '#app/ui/pictures/picture.tsx'
import { pictureSources } from '#domain/media/rules.ts'

interface Props {
  ref: React.Ref<HTMLDialogElement>
  picture: StoredPicture
  title: string
}

/** The whole picture over the page. Escape, a click or the cross closes it; the browser gives the focus back. */
export function ImageViewer({ ref, picture, title }: Props) {
  const { failed, watch, onError } = useFallback(picture.id)
  return (
    <dialog ref={ref} className="image-viewer" aria-label={`Full image: ${title}`} closedby="any">
      <form method="dialog">
        <button type="submit" className="image-viewer-close" aria-label="Close">
          <Icon name="close" />
        </button>
      </form>
      <img
        {...(failed ? drawn : { ...pictureSources(picture), sizes: '100vw' })}
        ref={watch}
        onError={onError}
        alt={title}
        loading="lazy"
        className="image-viewer-image"
      />
    </dialog>
  )
}

const drawn = { src: '/pictures/default-entry.svg', width: 1600, height: 900 }
