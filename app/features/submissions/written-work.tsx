import { Ground } from '#app/parts/image.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { MEMBERS_LINK } from '#app/ui/text-link.tsx'
import type { StoredImage } from '#domain/media/sources.ts'

export function isVerse(text: string): boolean {
  const lines = text.split('\n').filter((line) => line.trim())
  return lines.length > 3 && lines.every((line) => line.length < 72)
}

export function OpenWork({ link, label }: { link: string; label: string }) {
  return (
    <p className="mt-6">
      <ButtonLink to={link} rel={MEMBERS_LINK.rel} variant="secondary">
        <Icon name="external" className="size-4" />
        {label}
      </ButtonLink>
    </p>
  )
}

/** Around a player, with `Shade` first. */
export const SHADE =
  'relative isolate bg-[#10151d] text-on-shade [--color-ink:var(--color-on-shade)] [--color-muted:var(--color-on-shade)]'

/** The picture's color, darkened. */
export function Shade({ image }: { image: StoredImage | null }) {
  return (
    <>
      {image?.color && <Ground color={image.color} />}
      <div className="absolute inset-0 bg-[rgb(8_11_17/0.66)]" />
    </>
  )
}
