import { Suspense, useEffect, useRef, useState } from 'react'
import { useFetchers, useLocation, useMatches, useNavigation } from 'react-router'
import { lazyPart } from '#app/ui/browser/lazy-part.ts'
import { type Toast, ToastRegion } from '#app/ui/messages/toast.tsx'
import { TextLink } from '#app/ui/text-link.tsx'
import type { Viewer } from '#domain/members/rules.ts'
import type { Theme } from '#platform/http/choice-cookies.ts'
import { PAGE_BELOW_MENU, SkipLink } from './navigation/bar-link.tsx'
import { Header } from './navigation/header.tsx'
import type { FrameHandle } from './navigation/tab-bar.tsx'
import { useSignedOutElsewhere, useSignInPath } from './session-sync.tsx'

// Browsers load them after the page: they are links and forms, which work before.
const ConsentBanner = lazyPart(() => import('./consent.tsx'), 'ConsentBanner')
const Footer = lazyPart(() => import('./navigation/footer.tsx'), 'Footer')
const TabBar = lazyPart(() => import('./navigation/tab-bar.tsx'), 'TabBar')

interface Props {
  viewer: Viewer | undefined
  unread: number
  theme: Theme
  productName: string
  logo: string
  tagline: string
  socialLinks: readonly string[]
  toasts: Toast[]
  askConsent: boolean
  maintenance: string | null
  children: React.ReactNode
}

export function Shell({
  viewer,
  unread,
  theme,
  productName,
  logo,
  tagline,
  socialLinks,
  toasts,
  askConsent,
  maintenance,
  children,
}: Props) {
  const isSignedOut = useSignedOutElsewhere(viewer === null ? null : viewer?.id)
  const member = (!isSignedOut && viewer) || null
  useTabInView()
  const isBare = useMatches().some(({ handle }) => (handle as FrameHandle | undefined)?.bare)
  return (
    <div className={`flex min-h-dvh flex-col ${FULL_SCREEN}`}>
      <SkipLink to="content">Skip to content</SkipLink>
      <PageProgress />
      {!isBare && <Header {...{ viewer: member, unread, theme, productName, logo }} />}
      {isSignedOut && <SignedOutNotice />}
      {maintenance !== null && <Banner>{maintenance}</Banner>}
      <Suspense>{askConsent && <ConsentBanner />}</Suspense>
      <main id="content" tabIndex={-1} className="flex-1">
        {children}
      </main>
      {/* After the page, which may move the focus itself. */}
      <RouteAnnouncer />
      <Suspense>
        {!isBare && <Footer {...{ theme, productName, logo, tagline, socialLinks }} />}
        {member && <TabBar />}
      </Suspense>
      <ToastRegion toasts={toasts} />
    </div>
  )
}

/** Shows the control that Tab has reached: browsers leave one that is partly covered or cut off where it is. */
function useTabInView() {
  useEffect(() => {
    const show = ({ key }: KeyboardEvent) => {
      if (key === 'Tab') document.activeElement?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    }
    document.addEventListener('keyup', show)
    return () => document.removeEventListener('keyup', show)
  }, [])
}

/** A page with `data-full-screen` fills the window, without header and footer. */
const FULL_SCREEN =
  '[&:has([data-full-screen])>:is(header,footer)]:hidden [&:has([data-full-screen])>main]:flex [&:has([data-full-screen])>main]:flex-col'

/**
 * After a client-side navigation or the form of a fetcher, announces the title if it changed, and moves the focus to the
 * list or page if it is lost.
 */
function RouteAnnouncer() {
  const { key, hash } = useLocation()
  const isSending = useFetchers().some(({ formAction }) => formAction)
  const page = key + isSending
  const [title, setTitle] = useState('')
  const shown = useRef(page)
  useEffect(() => {
    if (shown.current === page) return
    shown.current = page
    if (isSending) return
    setTitle(document.title)
    const ids = hash ? [hash.slice(1)] : [PAGE_BELOW_MENU, 'content']
    const [place] = ids.flatMap((id) => document.getElementById(id) ?? [])
    if (!place || document.activeElement !== document.body) return
    // What cannot be operated has -1 without the attribute, and takes the focus with it.
    place.setAttribute('tabindex', `${place.tabIndex}`)
    place.focus({ preventScroll: true })
  }, [page, isSending, hash])
  return (
    <p className="sr-only" aria-live="polite">
      {title}
    </p>
  )
}

/** The page stays, so that no input is lost. */
function SignedOutNotice() {
  return (
    <Banner className="sticky top-14 z-30 sm:top-16">
      You are no longer signed in. What you have typed here is kept:{' '}
      <TextLink as="a" href={useSignInPath()} target="_blank">
        Sign in again in a new tab
      </TextLink>
    </Banner>
  )
}

function Banner({ className = '', children }: { className?: string; children: React.ReactNode }) {
  return (
    <p role="status" className={`border-b border-line bg-ground-2 ${className}`}>
      <span className="page block py-2.5 text-small font-semibold wrap-anywhere">{children}</span>
    </p>
  )
}

function PageProgress() {
  const busy = useNavigation().state !== 'idle'
  return (
    <div
      data-page-progress={busy ? 'busy' : 'idle'}
      className={`fixed inset-x-0 top-0 z-55 h-0.5 overflow-hidden transition-opacity duration-200 ${busy ? '' : 'opacity-0'}`}
      aria-hidden="true"
    >
      <div className={`h-full origin-left scale-x-0 bg-go ${busy ? 'animate-stroke' : ''}`} />
    </div>
  )
}
