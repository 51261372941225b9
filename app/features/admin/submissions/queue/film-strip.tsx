import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { Icon, KindIcon } from '#app/ui/icon.tsx'
import { imageSources } from '#domain/media/sources.ts'
import type { QueueItem } from '#domain/moderation/queue.server.ts'
import { submissionLabel } from '../statuses.ts'
import type { LoadedQueue } from './queue.server.ts'
import { queuePath } from './queue-path.ts'

/** The queue around the submission, with what was decided. */
export function FilmStrip({ items, current, challengeId }: LoadedQueue) {
  const strip = useCurrentInView(current?.id)
  if (items.length === 0) return null
  return (
    <nav aria-label="Queue" className="bg-[#0b1016] text-on-shade max-lg:order-3">
      <ol ref={strip} className="mx-auto flex w-max max-w-full gap-2.5 overflow-x-auto px-5 py-4 lg:py-5">
        {items.map((item) => (
          <li key={item.id} className="flex-none">
            <Link
              to={queuePath({ challengeId, at: item.id })}
              aria-current={item.id === current?.id ? 'true' : undefined}
              aria-label={`${item.title}, ${submissionLabel(item.status)}`}
              className="relative block h-14 min-w-9 overflow-hidden rounded-lg outline-offset-2 focus-visible:outline-on-shade aria-[current]:ring-2 aria-[current]:ring-on-shade lg:h-18"
            >
              <Thumb item={item} />
              {item.status !== 'pending' && (
                <span className="absolute inset-0 grid place-items-center bg-[#0b1016]/60">
                  <Icon
                    name={item.status === 'approved' ? 'check' : 'close'}
                    className={`size-6 stroke-2 ${item.status === 'approved' ? 'text-[#7df0b8]' : 'text-[#ffb0b0]'}`}
                  />
                </span>
              )}
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  )
}

function Thumb({ item: { image, kind } }: { item: QueueItem }) {
  if (!image)
    return (
      <span className="grid h-full w-14 place-items-center bg-on-shade/10">
        <KindIcon kind={kind} className="size-5 opacity-70" />
      </span>
    )
  return (
    <img
      {...imageSources(image)}
      sizes="128px"
      alt=""
      loading="lazy"
      decoding="async"
      className="block h-full w-auto max-w-32 object-contain"
    />
  )
}

/** Scrolls the strip, not the page. */
function useCurrentInView(currentId: string | undefined) {
  const strip = useRef<HTMLOListElement>(null)
  useEffect(() => {
    const current = currentId && strip.current?.querySelector<HTMLElement>('[aria-current]')
    if (!strip.current || !current) return
    strip.current.scrollLeft =
      current.offsetLeft - strip.current.offsetLeft - strip.current.clientWidth / 2 + current.offsetWidth / 2
  }, [currentId])
  return strip
}
