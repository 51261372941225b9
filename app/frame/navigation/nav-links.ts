export interface NavigationLink {
  to: string
  label: string
}

/** The links of the bar and the mobile menu (NAV-26, NAV-27). */
export const MAIN_LINKS: readonly NavigationLink[] = [
  { to: '/', label: 'Home' },
  { to: '/showcase', label: 'Showcase' },
  { to: '/tools', label: 'Tools' },
  { to: '/challenges', label: 'Challenges' },
  { to: '/challenges/voting', label: 'Vote' },
  { to: '/leaderboard', label: 'Leaderboard' },
  { to: '/resources', label: 'Resources' },
]

/** The link with the longest path that contains the current one. */
export function currentLink<Link extends NavigationLink = NavigationLink>(
  pathname: string,
  links: readonly Link[],
): Link | undefined {
  return links
    .filter(({ to }) => pathname === to || (to !== '/' && pathname.startsWith(`${to}/`)))
    .sort((one, other) => other.to.length - one.to.length)[0]
}
