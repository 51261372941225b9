import { useState } from 'react'
import { IconLink } from '#app/ui/button.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { useUnread } from './use-unread.ts'

/** The bell, with the viewer's number of unread notifications. A larger one is announced. */
export function NotificationLink({ unread: loaded }: { unread: number }) {
  const unread = useUnread(loaded)
  const [shown, setShown] = useState({ unread, isNews: false })
  if (unread !== shown.unread) setShown({ unread, isNews: unread > shown.unread && unread > loaded })
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
      <span role="status" className="sr-only">
        {shown.isNews && `Unread notifications: ${spoken(unread)}`}
      </span>
    </>
  )
}

function spoken(unread: number): string {
  return unread < 100 ? String(unread) : 'over 99'
}
