export interface NavigationLink {
  to: string
  label: string
}

/** The bar and the mobile menu show the same links (NAV-26, NAV-27). */
export const MAIN_LINKS: readonly NavigationLink[] = [
  { to: '/', label: 'Home' },
  { to: '/showcase', label: 'Showcase' },
  { to: '/tools', label: 'Tools' },
  { to: '/challenges', label: 'Challenges' },
  { to: '/challenges/voting', label: 'Vote' },
  { to: '/leaderboard', label: 'Leaderboard' },
  { to: '/resources', label: 'Resources' },
]

/** The link whose page is shown: the longest address that the path is at or under. */
export function currentLink(pathname: string): NavigationLink | undefined {
  return MAIN_LINKS.filter(({ to }) => pathname === to || (to !== '/' && pathname.startsWith(`${to}/`))).sort(
    (one, other) => other.to.length - one.to.length,
  )[0]
}
