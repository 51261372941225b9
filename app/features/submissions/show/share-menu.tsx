import { useLocation, useRouteLoaderData } from 'react-router'
import { useHydrated } from '#app/ui/browser/hydrated.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { Menu } from '#app/ui/disclosure.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { copyText } from '#app/ui/text/copy.tsx'

interface Props {
  title: string
  /** Of the submission; by default the page itself. */
  path?: string
  /** Opens above its button. */
  up?: boolean
  children?: React.ReactNode
}

/** Links to two networks, a button to copy the address, and the phone's own sharing where there is one (SUB-36). */
export function ShareMenu({ title, path, up, children }: Props) {
  const site = useRouteLoaderData('root') as { origin: string } | undefined
  const { pathname } = useLocation()
  const url = (site?.origin ?? '') + (path ?? pathname)
  const onX = `https://x.com/intent/post?${new URLSearchParams({ text: title, url })}`
  const onFacebook = `https://www.facebook.com/sharer/sharer.php?${new URLSearchParams({ u: url })}`
  const canShare = useHydrated() && 'share' in navigator
  return (
    <Menu
      trigger={
        <summary className="flex min-h-11 justify-center items-center gap-2 rounded-control border border-edge/70 px-4.5 text-calm font-semibold hover:bg-ink/6">
          <Icon name="share" className="size-5" />
          Share
        </summary>
      }
    >
      <div
        className={`absolute right-0 z-20 grid w-56 max-w-[calc(100vw-2.5rem)] animate-unfold gap-2 rounded-card border border-line bg-panel p-3 shadow-float ${up ? 'bottom-full mb-2' : 'mt-2'}`}
      >
        {canShare && (
          <Button
            type="button"
            variant="secondary"
            size="small"
            onClick={() => navigator.share({ title, url }).catch(() => undefined)}
          >
            Share with …
          </Button>
        )}
        <Button
          type="button"
          variant="secondary"
          size="small"
          className="noscript:hidden"
          onClick={() => copyText(url, 'Link copied to clipboard!')}
        >
          <Icon name="link" className="size-4" />
          Copy Link
        </Button>
        <ButtonLink to={onX} variant="secondary" size="small" aria-label="Share on X">
          X
        </ButtonLink>
        <ButtonLink to={onFacebook} variant="secondary" size="small" aria-label="Share on Facebook">
          Facebook
        </ButtonLink>
        {children}
      </div>
    </Menu>
  )
}
