import { useFallback } from '#app/ui/image.tsx'

interface Props {
  /** '/media/…' without a size. */
  imageUrl: string | null
  fallback: 'challenge' | 'submission'
}

/** The image of a row, or a drawing if it is missing or cannot be loaded. */
export function RowImage({ imageUrl, fallback }: Props) {
  const { failed, watch, onError } = useFallback(imageUrl ?? undefined)
  const stored = imageUrl && !failed ? imageUrl : null
  return (
    <div className="picture list-picture aspect-video">
      <img
        src={stored ? `${stored}/480.webp` : `/pictures/default-${fallback}.svg`}
        ref={watch}
        onError={onError}
        alt=""
        width={480}
        height={270}
        loading="lazy"
        decoding="async"
      />
    </div>
  )
}

/** The first 50 characters of a text with an ellipsis (ADM-13). Queries return one character more. */
export function excerptText(beginning: string, length = 50): string {
  const characters = [...beginning]
  if (characters.length <= length) return beginning
  return `${characters.slice(0, length).join('').trimEnd()}…`
}
