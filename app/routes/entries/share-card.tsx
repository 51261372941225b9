import { useLocation, useRouteLoaderData } from 'react-router'
import { Button, ButtonLink } from '#app/ui/controls/button.tsx'
import { Icon } from '#app/ui/icons/icon.tsx'
import { showToast } from '#app/ui/shell/toast.tsx'
import { Card } from '#app/ui/surfaces/card.tsx'

/** Plain links to two networks, and the address to take along (SUB-36). */
export function ShareCard({ title }: { title: string }) {
  const site = useRouteLoaderData('root') as { origin: string } | undefined
  const address = (site?.origin ?? '') + useLocation().pathname
  const onX = `https://x.com/intent/post?${new URLSearchParams({ text: title, url: address })}`
  const onFacebook = `https://www.facebook.com/sharer/sharer.php?${new URLSearchParams({ u: address })}`
  return (
    <Card as="section" eyebrow="Share">
      <div className="flex flex-wrap gap-2.5 *:grow">
        <Button
          type="button"
          look="quiet"
          size="small"
          className="basis-full noscript:hidden"
          onClick={() => copy(address)}
        >
          <Icon name="link" className="size-4" />
          Copy Link
        </Button>
        <ButtonLink to={onX} look="quiet" size="small" aria-label="Share on X">
          X
        </ButtonLink>
        <ButtonLink to={onFacebook} look="quiet" size="small" aria-label="Share on Facebook">
          Facebook
        </ButtonLink>
      </div>
    </Card>
  )
}

/** Browsers give the clipboard to secure pages only; elsewhere the address is shown to be copied by hand. */
async function copy(address: string) {
  try {
    await navigator.clipboard.writeText(address)
    showToast('Link copied to clipboard!')
  } catch {
    showToast(address, 'bad')
  }
}
