import { useEffect, useRef, useState } from 'react'
import { useRouteLoaderData } from 'react-router'
import { IconLink } from './button.tsx'
import { Icon } from './icon.tsx'
import type { LiveCount } from './live-unread.ts'

/** The bell, with the viewer's number of unread notifications, which follows the server while the page is visible. */
export function NotificationLink({ unread: loaded }: { unread: number }) {
  const { unread, announcement } = useLiveCount(loaded)
  const label = unread === 0 ? 'Notifications' : `Notifications, ${spoken(unread)} unread`
  return (
    <>
      <IconLink to="/notifications" label={label} className="relative">
        <Icon name="bell" className="size-5.5" />
        {unread > 0 && (
          <span
            aria-hidden="true"
            className="absolute top-0.5 right-0 min-w-5 rounded-full bg-go-fill px-1 text-center text-[0.6875rem] leading-5 font-bold text-on-go tabular-nums"
          >
            {unread < 100 ? unread : '99+'}
          </span>
        )}
      </IconLink>
      {announcement !== null && (
        <span role="status" className="sr-only">
          {announcement > 0 && `Unread notifications: ${spoken(announcement)}`}
        </span>
      )}
    </>
  )
}

/** The count of the stream or of the page, whichever arrived last, and what is announced at most once a minute. */
function useLiveCount(loaded: number) {
  // Another object after each reload of the page's data.
  const page = useRouteLoaderData('root')
  const [live, setLive] = useState<LiveCount | null>(null)
  const [announcement, setAnnouncement] = useState<number | null>(null)
  const unread = live?.page === page && live ? live.count : loaded
  const shown = useRef({ page, unread, announcedAt: 0 })
  useEffect(() => {
    shown.current.page = page
    shown.current.unread = unread
  }, [page, unread])

  useEffect(() => {
    let end: (() => void) | undefined
    let isOver = false
    // Without the code of the stream, the count changes with the next page.
    import('./live-unread.ts').then(
      ({ showUnread }) => {
        if (!isOver) end = showUnread(shown.current, setLive, setAnnouncement)
      },
      () => undefined,
    )
    return () => {
      isOver = true
      end?.()
    }
  }, [])
  return { unread, announcement }
}

function spoken(unread: number): string {
  return unread < 100 ? String(unread) : 'over 99'
}
