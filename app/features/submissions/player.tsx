import { useEffect, useRef, useState } from 'react'
import { useConsent } from '#app/frame/consent.ts'
import { ArrowLink } from '#app/ui/arrow-link.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { Notice } from '#app/ui/notice.tsx'
import type { Kind } from '#domain/challenges/rules.ts'
import { type Embed, type MediaFile, withAutoplay } from '#domain/media/embeds.ts'
import { contentLabel } from '#domain/submissions/rules.ts'

export const ORIGINAL_LINK = { target: '_blank', rel: 'noopener noreferrer nofollow ugc' }

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
  file: MediaFile | null
  /** Start at once, after a click elsewhere. */
  playing?: boolean
}

/** The player of the content link, or a button without one, and a link to the original (SUB-40, SUB-42, SUB-60). */
export function Player(props: Props) {
  const { kind, link, embed, file } = props
  return (
    <div id="player" className="scroll-mt-20">
      {embed && <Frame {...props} embed={embed} />}
      {file && <FilePlayer {...props} file={file} />}
      {!embed && !file && (
        <ButtonLink to={link} rel={ORIGINAL_LINK.rel} variant="secondary">
          <Icon name={kind === 'audio' || kind === 'video' ? 'play' : 'external'} className="size-4" />
          {contentLabel(kind)}
        </ButtonLink>
      )}
      <p className="mt-3">
        <ArrowLink as="a" href={link} {...ORIGINAL_LINK} icon="external">
          Open original {embed?.medium ?? file?.medium ?? contentNoun(kind)} in new tab
        </ArrowLink>
      </p>
    </div>
  )
}

/** The browser's own player. Nothing loads before it is started, so it needs no consent. */
function FilePlayer({ file, title, playing }: Props & { file: MediaFile }) {
  const [failed, setFailed] = useState(false)
  const media = useRef<HTMLVideoElement & HTMLAudioElement>(null)
  useEffect(() => {
    if (playing) media.current?.play().catch(() => undefined)
  }, [playing])
  const attributes = {
    ref: media,
    src: file.src,
    controls: true,
    preload: 'none',
    'aria-label': title,
    onError: () => setFailed(true),
  } as const
  return (
    <>
      {file.medium === 'video' ? (
        <video
          {...attributes}
          playsInline
          className="block aspect-video w-full rounded-card border border-line bg-black"
        />
      ) : (
        <audio {...attributes} className="block w-full" />
      )}
      {failed && (
        <div className="mt-3">
          <Notice tone="bad" alert>
            This file cannot be played here. Open the original instead.
          </Notice>
        </div>
      )}
    </>
  )
}

/** The frame loads after a click or with consent, because its site may set cookies. */
function Frame({ embed, title, link, playing }: Props & { embed: Embed }) {
  const accepted = useConsent() === 'accepted'
  const [clicked, setClicked] = useState(false)
  const frame = useRef<HTMLIFrameElement>(null)
  useFocusKept(frame)
  useEffect(() => {
    if (clicked) frame.current?.focus()
  }, [clicked])
  if (accepted || clicked || playing) {
    return (
      <Card
        as="iframe"
        flush
        ref={frame}
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
      {...ORIGINAL_LINK}
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

/**
 * A frame of another site keeps the keys that are pressed in it. After a click into the frame of a dialog, the focus
 * returns to the dialog's Close button, so that Escape closes it (decision 082). Tab still reaches the frame's controls.
 */
function useFocusKept(frame: React.RefObject<HTMLIFrameElement | null>) {
  useEffect(() => {
    const onBlur = () => {
      const focused = document.activeElement
      if (!focused || focused !== frame.current || !focused.matches(':hover')) return
      const close = focused.closest('dialog')?.querySelector<HTMLElement>('[data-close]')
      if (close) setTimeout(() => close.focus())
    }
    window.addEventListener('blur', onBlur)
    return () => window.removeEventListener('blur', onBlur)
  }, [frame])
}

function contentNoun(kind: Kind): string {
  return kind === 'audio' || kind === 'video' ? kind : 'work'
}
