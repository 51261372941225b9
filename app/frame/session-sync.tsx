import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { loginPath } from '#platform/http/return-to.ts'

const channelName = 'dojo:session'

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

export function useSignInPath(): string {
  const { pathname, search } = useLocation()
  if (pathname === '/login') return pathname + search
  if (pathname.startsWith('/login/') || pathname.startsWith('/auth/')) return '/login'
  const page = pathname + search
  return page === '/' ? '/login' : loginPath(page)
}
