import { useLocation } from 'react-router'

/** The login page, which leads back to the current page. */
export function useSignInPath(): string {
  const { pathname, search } = useLocation()
  if (pathname === '/login') return pathname + search
  if (pathname.startsWith('/login/') || pathname.startsWith('/auth/')) return '/login'
  const page = pathname + search
  return page === '/' ? '/login' : `/login?${new URLSearchParams({ redirect: page })}`
}
