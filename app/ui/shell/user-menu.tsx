import { Form, Link } from 'react-router'
import { Icon } from '#app/ui/icons/icon.tsx'
import { Avatar } from '#app/ui/people/avatar.tsx'
import type { Member } from '#domain/members/rules.ts'
import { Menu } from './menu.tsx'

export function UserMenu({ viewer }: { viewer: Member }) {
  const name = viewer.displayName || 'Ninja'
  const trigger = (
    <>
      <Avatar photoUrl={viewer.photoUrl} rank={viewer.rank} size="small" />
      <span className="max-w-40 truncate max-sm:sr-only lg:max-xl:sr-only">{name}</span>
      <Icon name="down" className="size-4 text-muted max-sm:hidden lg:max-xl:hidden" />
    </>
  )
  return (
    <Menu trigger={trigger} triggerClass="user-trigger" className="ml-1">
      <div className="menu-panel">
        <p className="truncate px-3 pt-1.5 pb-2 text-small text-muted sm:hidden">{name}</p>
        <MenuLink to={`/profile/${viewer.id}`}>My Profile</MenuLink>
        <MenuLink to={`/profile/${viewer.id}/submissions`}>My Submissions</MenuLink>
        <MenuLink to="/profile/edit">Edit Profile</MenuLink>
        {viewer.isAdmin && <MenuLink to="/admin">Admin</MenuLink>}
        <Form method="post" action="/sign-out" reloadDocument className="mt-1.5 border-t border-line pt-1.5">
          <button type="submit" className="menu-link w-full text-left">
            Sign Out
          </button>
        </Form>
      </div>
    </Menu>
  )
}

function MenuLink({ to, children }: { to: string; children: React.ReactNode }) {
  return (
    <Link to={to} className="menu-link">
      {children}
    </Link>
  )
}
