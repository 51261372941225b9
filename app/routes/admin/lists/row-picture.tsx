import { useFallback } from '#app/ui/pictures/fallback.ts'

interface Props {
  /** Where the stored picture lies: '/media/…', without a size. */
  imageUrl: string | null
  fallback: 'challenge' | 'entry'
}

/** The small picture of a row, drawn where there is none or it cannot be shown. */
export function RowPicture({ imageUrl, fallback }: Props) {
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
