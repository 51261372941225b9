import { useRef } from 'react'
import { Icon } from '#app/ui/icons/icon.tsx'
import { Picture, type StoredPicture } from '#app/ui/pictures/picture.tsx'
import { pictureUrl } from '#domain/media/rules.ts'
import { ImageViewer } from './image-viewer.tsx'

interface Props {
  picture: StoredPicture | null
  title: string
}

/** The entry's picture, leading the page; a click shows all of it. */
export function EntryPicture({ picture, title }: Props) {
  const viewer = useRef<HTMLDialogElement>(null)
  function open(event: React.MouseEvent) {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    viewer.current?.showModal()
  }
  return (
    <div className="relative">
      <Picture
        picture={picture}
        fallback="entry"
        alt={picture ? title : ''}
        sizes={SIZES}
        eager
        className={`rounded-card border border-line ${shapeOf(picture)}`}
      />
      {picture && (
        <>
          {/* Without scripts the link shows the picture by itself. */}
          <a
            href={pictureUrl(picture.id, picture.widths.at(-1) ?? picture.width)}
            onClick={open}
            className="picture-link"
            aria-haspopup="dialog"
          >
            <span className="picture-pill">
              <Icon name="expand" className="size-4" />
              View full image
            </span>
          </a>
          <ImageViewer ref={viewer} picture={picture} title={title} />
        </>
      )}
    </div>
  )
}

/** Wide pictures fill the frame; tall ones stand in it whole. */
function shapeOf(picture: StoredPicture | null): string {
  const ratio = picture ? picture.width / picture.height : 1.6
  return ratio > 1.25 && ratio < 2.2 ? 'aspect-[16/10]' : 'aspect-[16/10] picture-whole'
}

const SIZES = '(min-width: 75rem) 832px, (min-width: 64rem) 65vw, 100vw'
