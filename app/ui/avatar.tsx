import { avatarSources } from '#domain/media/rules.ts'
import { useFallback } from './image.tsx'
import { rankClass } from './rank.tsx'

export const DEFAULT_AVATAR = '/avatars/ninja-1.svg'

const EDGES = { tiny: 24, small: 36, medium: 44, large: 64, huge: 160 } as const

interface Props {
  photoUrl: string | null
  /** Colours the ring; without one the ring is a hairline. */
  rank?: string | null
  size?: keyof typeof EDGES
  /** Empty where the name stands beside it. */
  alt?: string
}

/** A member's picture in a rounded square, ringed in the colour of the rank; a ninja where it cannot be shown. */
export function Avatar({ photoUrl, rank, size = 'medium', alt = '' }: Props) {
  const edge = EDGES[size]
  const source = photoUrl || DEFAULT_AVATAR
  const { failed, watch, onError } = useFallback(source)
  return (
    <span className={`avatar avatar-${size} ${rank ? rankClass(rank) : ''}`}>
      <img
        {...avatarSources(failed ? DEFAULT_AVATAR : source)}
        ref={watch}
        onError={onError}
        sizes={`${edge}px`}
        alt={alt}
        width={edge}
        height={edge}
        loading="lazy"
        decoding="async"
      />
    </span>
  )
}
