import { Icon } from '#app/ui/icons/icon.tsx'
import type { StoredPicture } from '#app/ui/pictures/picture.tsx'
import { pictureSources } from '#domain/media/rules.ts'

interface Props {
  ref: React.Ref<HTMLDialogElement>
  picture: StoredPicture
  title: string
}

/** The whole picture over the page. Escape, a click or the cross closes it; the browser gives the focus back. */
export function ImageViewer({ ref, picture, title }: Props) {
  return (
    <dialog ref={ref} className="image-viewer" aria-label={`Full image: ${title}`} closedby="any">
      <form method="dialog">
        <button type="submit" className="image-viewer-close" aria-label="Close">
          <Icon name="close" />
        </button>
      </form>
      <img
        {...pictureSources(picture)}
        sizes="100vw"
        alt={title}
        loading="lazy"
        className="image-viewer-image"
      />
    </dialog>
  )
}
