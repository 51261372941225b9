import { useState } from 'react'
import { ArrowLink } from '#app/ui/arrow-link.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { useConsent } from '#app/ui/consent.ts'
import { Icon } from '#app/ui/icon.tsx'
import type { Kind } from '#domain/challenges/rules.ts'
import { type Embed, withAutoplay } from '#domain/media/embeds.ts'
import { contentLabel } from '#domain/submissions/rules.ts'

/** As high as the player that replaces it. */
const PLACEHOLDER = {
  video: 'h-[315px] bg-radial-[circle_at_50%_40%] from-panel-2 to-panel to-70%',
  audio: 'h-[166px]',
} as const

interface Props {
  kind: Kind
  title: string
  link: string
  embed: Embed | null
  /** Start at once, after a click elsewhere. */
  playing?: boolean
}

/** An embedded player or a button for the content link, and a link to the original (SUB-40, SUB-42). */
export function Player({ kind, title, link, embed, playing }: Props) {
  return (
    <div>
      {embed ? (
        <Frame embed={embed} title={title} link={link} playing={playing} />
      ) : (
        <ButtonLink to={link} rel="noopener noreferrer nofollow ugc" variant="secondary">
          <Icon name={kind === 'audio' || kind === 'video' ? 'play' : 'external'} className="size-4" />
          {contentLabel(kind)}
        </ButtonLink>
      )}
      <p className="mt-3">
        <ArrowLink as="a" href={link} target="_blank" rel="noopener noreferrer nofollow ugc" icon="external">
          Open original {embed?.medium ?? contentNoun(kind)} in new tab
        </ArrowLink>
      </p>
    </div>
  )
}

/** The frame loads after a click or with consent, because its site may set cookies. */
function Frame({ embed, title, link, playing }: Omit<Props, 'kind' | 'embed'> & { embed: Embed }) {
  const accepted = useConsent() === 'accepted'
  const [clicked, setClicked] = useState(false)
  if (accepted || clicked || playing) {
    return (
      <Card
        as="iframe"
        flush
        ref={clicked ? focus : undefined}
        src={clicked || playing ? withAutoplay(embed) : embed.src}
        title={`${title}, played by ${embed.provider}`}
        height={embed.height}
        className="block w-full"
        allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
        referrerPolicy="strict-origin-when-cross-origin"
        loading="lazy"
      />
    )
  }
  return (
    <Card
      as="a"
      flush
      href={link}
      target="_blank"
      rel="noopener noreferrer nofollow ugc"
      className={`flex items-center justify-center gap-4.5 p-5 transition-[border-color] duration-200 hover:border-edge ${PLACEHOLDER[embed.medium]}`}
      onClick={(event: React.MouseEvent) => {
        event.preventDefault()
        setClicked(true)
      }}
    >
      <span className="grid size-15 flex-none place-items-center rounded-full bg-go-fill text-on-go">
        <Icon name="play" className="size-6" />
      </span>
      <span className="min-w-0">
        <strong className="block font-semibold">Play {embed.medium}</strong>
        <span className="block text-small text-muted">
          It is hosted by {embed.provider}, which may set cookies.
        </span>
      </span>
    </Card>
  )
}

function focus(frame: HTMLIFrameElement | null) {
  frame?.focus()
}

function contentNoun(kind: Kind): string {
  return kind === 'audio' || kind === 'video' ? kind : 'work'
}
