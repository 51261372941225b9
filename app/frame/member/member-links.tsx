import { Form, Link } from 'react-router'
import { Avatar } from '#app/parts/avatar.tsx'
import { Card } from '#app/ui/card.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { Menu } from '#app/ui/menu.tsx'
import type { Member } from '#domain/members/rules.ts'
import { NotificationLink } from './notification-link.tsx'

interface Props {
  viewer: Member
  unread: number
}

/** The notifications and the menu of a member, in the header. */
export function MemberLinks({ viewer, unread }: Props) {
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
