import { KindIcon } from '#app/ui/icon.tsx'
import type { Kind } from '#domain/challenges/rules.ts'
import type { StoredImage } from '#domain/media/sources.ts'
import { Image } from './image.tsx'

export function Thumb({ image, kind }: { image: StoredImage | null; kind: Kind }) {
  const box = 'h-14 w-16 flex-none rounded-lg'
  if (image)
    return (
      <span className="flex-none">
        <Image image={image} fallback="submission" alt="" sizes="64px" fit="whole" className={box} />
      </span>
    )
  return (
    <span className={`grid place-items-center bg-panel-2 text-muted ${box}`}>
      <KindIcon kind={kind} className="size-5" />
    </span>
  )
}
