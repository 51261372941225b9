import { useEffect, useState } from 'react'
import { Form, Link, useRouteLoaderData } from 'react-router'
import { Avatar } from '#app/parts/members/avatar.tsx'
import { IconLink } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { Menu } from '#app/ui/disclosure.tsx'
import { Icon } from '#app/ui/icon.tsx'
import type { Member } from '#domain/members/rules.ts'

export function MemberLinks({ viewer, unread }: { viewer: Member; unread: number }) {
  return (
    <>
      <NotificationLink unread={unread} />
      <UserMenu viewer={viewer} />
    </>
  )
}

function UserMenu({ viewer }: { viewer: Member }) {
  const name = viewer.displayName || 'Ninja'
  const trigger = (
    <summary className="flex min-h-11 items-center gap-2.5 rounded-control py-1 pr-2 pl-1 text-calm hover:bg-ink/7">
      <Avatar photoUrl={viewer.photoUrl} rank={viewer.rank} size="small" />
      <span dir="auto" className="max-w-40 truncate max-sm:sr-only lg:max-xl:sr-only">
        {name}
      </span>
      <Icon name="down" className="size-4 text-muted max-sm:hidden lg:max-xl:hidden" />
    </summary>
  )
  return (
    <Menu trigger={trigger} className="ml-1 max-sm:static">
      <Card
        flush
        className="absolute top-[calc(100%+0.5rem)] right-0 max-h-[calc(100dvh-5.5rem)] w-56 max-w-[calc(100vw-2.5rem)] overflow-y-auto animate-unfold p-2 shadow-float max-sm:right-5"
      >
        <p dir="auto" className="truncate px-3 pt-1.5 pb-2 text-small text-muted sm:hidden">
          {name}
        </p>
        <MenuLink to="/me">My Dojo</MenuLink>
        <MenuLink to={`/profile/${viewer.id}`}>My Profile</MenuLink>
        <MenuLink to={`/profile/${viewer.id}/submissions`}>My Submissions</MenuLink>
        <MenuLink to="/profile/edit">Edit Profile</MenuLink>
        {(viewer.isAdmin || viewer.isModerator) && <MenuLink to="/admin">Admin</MenuLink>}
        <Form method="post" action="/sign-out" reloadDocument className="mt-1.5 border-t border-line pt-1.5">
          <button type="submit" className={`${MENU_ITEM} w-full text-left`}>
            Sign Out
          </button>
        </Form>
      </Card>
    </Menu>
  )
}

const MENU_ITEM = 'block rounded-lg px-3 py-2.25 text-calm hover:bg-ink/8'

function MenuLink({ to, children }: { to: string; children: React.ReactNode }) {
  return (
    <Link to={to} className={MENU_ITEM}>
      {children}
    </Link>
  )
}

/** The bell, with the viewer's number of unread notifications. A larger one is announced. */
function NotificationLink({ unread: loaded }: { unread: number }) {
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

const UNREAD_PATH = '/notifications/unread'
const intervalMs = 60_000

/** The number of unread notifications: that of the page, asked again on focus and every minute while it is visible. */
function useUnread(loaded: number): number {
  // Another object after each reload of the page's data.
  const page = useRouteLoaderData('root')
  const [latest, setLatest] = useState({ page, count: loaded })
  useEffect(() => {
    async function ask(): Promise<void> {
      if (document.visibilityState !== 'visible') return
      const count = await askUnread()
      if (count !== null) setLatest({ page, count })
    }
    const timer = setInterval(ask, intervalMs)
    addEventListener('focus', ask)
    document.addEventListener('visibilitychange', ask)
    return () => {
      clearInterval(timer)
      removeEventListener('focus', ask)
      document.removeEventListener('visibilitychange', ask)
    }
  }, [page])
  return latest.page === page ? latest.count : loaded
}

/** Null without an answer: the count changes with the next one. */
async function askUnread(): Promise<number | null> {
  try {
    const response = await fetch(UNREAD_PATH)
    const count: unknown = response.ok ? await response.json() : null
    return typeof count === 'number' ? count : null
  } catch {
    return null
  }
}
