import { useEffect, useId, useRef, useState } from 'react'
import { useConsent } from '#app/frame/consent.ts'
import { Image } from '#app/parts/image.tsx'
import { useHydrated } from '#app/ui/browser/hydrated.ts'
import { Button } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { Notice } from '#app/ui/messages/notice.tsx'
import { ArrowLink, MEMBERS_LINK } from '#app/ui/text-link.tsx'
import type { Embed, MediaFile } from '#domain/media/embeds.ts'
import { imageUrl, previewWidth, type StoredImage } from '#domain/media/sources.ts'
import { contentLabel } from '#domain/submissions/rules.ts'

interface Props {
  kind: 'audio' | 'video'
  title: string
  link: string
  embed: Embed | null
  file: MediaFile | null
  /** The poster of a video. */
  cover?: StoredImage | null
  /** Start at once, after a click elsewhere. */
  playing?: boolean
}

/** The player of the content link, or a button without one, and a link to the original (SUB-40, SUB-42, SUB-60). */
export function Player(props: Props) {
  const { kind, link, embed, file, playing } = props
  const isScreen = !file && (embed?.medium ?? kind) === 'video'
  const original = (
    <p className="mt-3">
      <ArrowLink as="a" href={link} {...MEMBERS_LINK} icon="external">
        Open original {embed?.medium ?? file?.medium ?? kind} in new tab
      </ArrowLink>
    </p>
  )
  return (
    <div className={`min-w-0 flex-1 basis-64 ${isScreen ? 'mx-auto w-full max-w-140' : ''}`}>
      {embed && <Frame {...props} embed={embed} />}
      {file && <FilePlayer {...props} file={file} />}
      {!embed && !file && !playing && <OtherService {...props}>{original}</OtherService>}
      {original}
    </div>
  )
}

/** A work that no player of ours can play: the button names the link before it is opened. */
function OtherService({ kind, title, link, cover, children }: Props & { children: React.ReactNode }) {
  const id = useId()
  return (
    <>
      {kind === 'video' && cover ? (
        <button type="button" popoverTarget={id} className={`w-full ${SCREEN}`}>
          <Poster cover={cover} />
          <StartMark label={contentLabel(kind)} onImage />
        </button>
      ) : (
        <Button type="button" popoverTarget={id}>
          <Icon name="play" className="size-4" />
          {contentLabel(kind)}
        </Button>
      )}
      <Card
        id={id}
        popover="auto"
        role="dialog"
        aria-label={title}
        className="m-auto w-[min(100vw-2rem,34rem)] text-ink backdrop:bg-[rgb(5_7_11/0.72)]"
      >
        <p className="break-all">{link}</p>
        {children}
      </Card>
    </>
  )
}

/** The browser's own player. Nothing loads before it is started, so it needs no consent. */
function FilePlayer({ file, title, cover, playing }: Props & { file: MediaFile }) {
  const [failed, setFailed] = useState(false)
  const [started, setStarted] = useState(false)
  const hydrated = useHydrated()
  const media = useRef<HTMLVideoElement & HTMLAudioElement>(null)
  const play = () => media.current?.play().catch(() => undefined)
  useEffect(() => {
    // The button that had it is gone.
    if (started && document.activeElement === document.body) media.current?.focus()
  }, [started])
  useEffect(() => {
    if (playing) media.current?.play().catch(() => undefined)
  }, [playing])
  const attributes = {
    ref: media,
    src: file.src,
    controls: started || !hydrated,
    preload: 'none',
    'aria-label': title,
    onError: () => setFailed(true),
    onPlay: () => setStarted(true),
  } as const
  return (
    <>
      {file.medium === 'video' ? (
        <div className="relative">
          <video
            {...attributes}
            poster={cover ? imageUrl(cover.id, cover.widths.at(-1) ?? previewWidth) : undefined}
            playsInline
            className="block aspect-video max-h-[80svh] w-full rounded-control bg-black"
          />
          {!started && (
            <button type="button" onClick={play} className={`absolute inset-0 noscript:hidden ${START}`}>
              <StartMark label={contentLabel('video')} />
            </button>
          )}
        </div>
      ) : (
        <>
          {!started && (
            <button type="button" onClick={play} className={`mb-4 noscript:hidden ${START}`}>
              <StartMark label={contentLabel('audio')} />
            </button>
          )}
          <audio {...attributes} className="block w-full" />
        </>
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

/** Before a video starts and while it plays. */
const HEIGHT = 'h-[315px]'

const BEFORE = 'group/start relative flex items-center overflow-hidden rounded-control'

const SCREEN = `${BEFORE} justify-center ${HEIGHT}`

/** The frame loads after a click or with consent, because its site may set cookies. */
function Frame({ embed, title, link, cover, playing }: Props & { embed: Embed }) {
  const accepted = useConsent() === 'accepted'
  const [clicked, setClicked] = useState(false)
  const frame = useRef<HTMLIFrameElement>(null)
  useEffect(() => {
    if (clicked) frame.current?.focus()
  }, [clicked])
  const isVideo = embed.medium === 'video'
  const hasPoster = isVideo && cover
  return (
    <>
      {accepted || clicked || playing ? (
        <iframe
          ref={frame}
          src={clicked || playing ? embed.autoplaySrc : embed.src}
          title={`${title}, played by ${embed.provider}`}
          height={embed.height}
          className={`block w-full rounded-control ${isVideo ? HEIGHT : ''}`}
          allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
          referrerPolicy="strict-origin-when-cross-origin"
          loading="lazy"
        />
      ) : (
        <a
          href={link}
          {...MEMBERS_LINK}
          // As high as the frame that replaces it.
          className={isVideo ? SCREEN : `${BEFORE} sm:min-h-[166px]`}
          onClick={(event: React.MouseEvent) => {
            event.preventDefault()
            setClicked(true)
          }}
        >
          {hasPoster && <Poster cover={cover} />}
          <StartMark label={contentLabel(embed.medium)} onImage={Boolean(hasPoster)} />
        </a>
      )}
      {/* It stays, so that what is below does not move. */}
      <p className="mt-3 text-small">It is hosted by {embed.provider}, which may set cookies.</p>
    </>
  )
}

function Poster({ cover }: { cover: StoredImage }) {
  return (
    <Image
      image={cover}
      fallback="submission"
      alt=""
      sizes="(min-width: 35rem) 560px, 100vw"
      eager
      fit="whole"
      className="absolute! inset-0"
    />
  )
}

const START = 'group/start grid place-items-center text-left'

function StartMark({ label, onImage }: { label: string; onImage?: boolean }) {
  return (
    <span
      className={`relative flex items-center gap-4 ${onImage ? 'rounded-full bg-shade py-1.5 pr-6 pl-1.5 text-on-shade' : ''}`}
    >
      <span
        className={`grid flex-none place-items-center rounded-full bg-go-fill text-on-go transition-[background-color] duration-160 group-hover/start:bg-go-lift ${onImage ? 'size-13' : 'size-17'}`}
      >
        <Icon name="play" className="size-7 fill-current" />
      </span>
      <strong className="font-semibold">{label}</strong>
    </span>
  )
}
