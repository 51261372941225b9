import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { TextLink } from '#app/ui/text-link.tsx'

const channelName = 'dojo:session'

/** Undefined if the page failed to load. */
type ViewerId = string | null | undefined

/** Whether the viewer signed out in another tab. False again after signing in with the same account. */
export function useSignedOutElsewhere(viewerId: ViewerId): boolean {
  const [others, setOthers] = useState<ViewerId>(viewerId)
  useEffect(() => {
    if (viewerId === undefined || typeof BroadcastChannel === 'undefined') return
    setOthers(viewerId)
    const channel = new BroadcastChannel(channelName)
    channel.onmessage = ({ data }: MessageEvent<unknown>) => setOthers(typeof data === 'string' ? data : null)
    channel.postMessage(viewerId)
    return () => channel.close()
  }, [viewerId])
  return typeof viewerId === 'string' && others !== undefined && others !== viewerId
}

/** The page stays, so that no input is lost. */
export function SignedOutNotice() {
  return (
    <p role="status" className="sticky top-14 sm:top-16 z-30 border-b border-line bg-ground-2">
      <span className="page block py-2.5 text-small font-semibold">
        You are no longer signed in. What you have typed here is kept:{' '}
        <TextLink as="a" href={useSignInPath()} target="_blank">
          Sign in again in a new tab
        </TextLink>
      </span>
    </p>
  )
}

/** The login page, which leads back to the current page. */
export function useSignInPath(): string {
  const { pathname, search } = useLocation()
  if (pathname === '/login') return pathname + search
  if (pathname.startsWith('/login/') || pathname.startsWith('/auth/')) return '/login'
  const page = pathname + search
  return page === '/' ? '/login' : `/login?${new URLSearchParams({ redirect: page })}`
}
