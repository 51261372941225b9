import { useState } from 'react'
import { ButtonLink } from '#app/ui/button.tsx'
import { useConsent } from '#app/ui/consent.ts'
import { Icon } from '#app/ui/icon.tsx'
import type { Kind } from '#domain/challenges/rules.ts'
import { type Embed, withAutoplay } from '#domain/media/embeds.ts'
import { contentLabel } from '#domain/submissions/rules.ts'

interface Props {
  kind: Kind
  title: string
  link: string
  embed: Embed | null
  /** A click has asked for it already: the player starts at once. */
  playing?: boolean
}

/** What the entry links to: a player for pages that can be framed, else a button; and the original (SUB-40, SUB-42). */
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
        <a href={link} target="_blank" rel="noopener noreferrer nofollow ugc" className="onward text-muted">
          Open original {embed?.medium ?? originalOf(kind)} in new tab
          <Icon name="external" />
        </a>
      </p>
    </div>
  )
}

/** A frame of another site sets its cookies, so it waits for a click, or for consent. */
function Frame({ embed, title, link, playing }: Omit<Props, 'kind' | 'embed'> & { embed: Embed }) {
  const accepted = useConsent() === 'accepted'
  const [asked, setAsked] = useState(false)
  if (accepted || asked || playing) {
    return (
      <iframe
        ref={asked ? focus : undefined}
        src={asked || playing ? withAutoplay(embed) : embed.src}
        title={`${title}, played by ${embed.provider}`}
        height={embed.height}
        className="player"
        allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
        referrerPolicy="strict-origin-when-cross-origin"
        loading="lazy"
      />
    )
  }
  return (
    <a
      href={link}
      target="_blank"
      rel="noopener noreferrer nofollow ugc"
      className={`player player-${embed.medium}`}
      onClick={(event) => {
        event.preventDefault()
        setAsked(true)
      }}
    >
      <span className="player-button">
        <Icon name="play" className="size-6" />
      </span>
      <span className="min-w-0">
        <strong className="block font-semibold">Play {embed.medium}</strong>
        <span className="block text-small text-muted">
          It comes from {embed.provider}, which may set cookies of its own.
        </span>
      </span>
    </a>
  )
}

function focus(frame: HTMLIFrameElement | null) {
  frame?.focus()
}

function originalOf(kind: Kind): string {
  return kind === 'audio' || kind === 'video' ? kind : 'work'
}
