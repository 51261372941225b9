import { avatarSources } from '#domain/media/sources.ts'
import { useFallback } from '../image.tsx'
import { rankClass } from './rank.tsx'

export const DEFAULT_AVATAR = '/avatars/ninja-1.svg'

const SIZES = {
  tiny: { edge: 24, className: 'size-6 border-[1.5px]' },
  small: { edge: 36, className: 'size-9 border-2' },
  medium: { edge: 44, className: 'size-11 border-2' },
  large: { edge: 64, className: 'size-16 border-2' },
  huge: { edge: 160, className: 'size-[clamp(6rem,24vw,10rem)] border-3' },
} as const

interface Props {
  photoUrl: string | null
  rank?: string | null
  size?: keyof typeof SIZES
  alt?: string
}

export function Avatar({ photoUrl, rank, size = 'medium', alt = '' }: Props) {
  const { edge, className } = SIZES[size]
  const source = photoUrl || DEFAULT_AVATAR
  const { failed, watch, onError } = useFallback(source)
  return (
    <span
      className={`inline-block flex-none overflow-hidden rounded-[28%] bg-panel-2 ${className} ${rank ? `border-(--rank) ${rankClass(rank)}` : 'border-line'}`}
    >
      <img
        {...avatarSources(failed ? DEFAULT_AVATAR : source)}
        ref={watch}
        onError={onError}
        sizes={`${edge}px`}
        alt={alt}
        className="block size-full object-cover"
        width={edge}
        height={edge}
        loading="lazy"
        decoding="async"
      />
    </span>
  )
}
