import { ConsentBanner } from '#app/ui/consent/consent-banner.tsx'
import type { Viewer } from '#domain/members/rules.ts'
import { Arrival } from './arrival.tsx'
import { Footer } from './footer.tsx'
import { MaintenanceBanner } from './maintenance-banner.tsx'
import { Navigation } from './navigation.tsx'
import { PageProgress } from './page-progress.tsx'
import type { Theme } from './theme.ts'
import { type Toast, ToastRegion } from './toast.tsx'

interface Props {
  viewer: Viewer
  theme: Theme
  productName: string
  toast: Toast | null
  /** The visitor has not yet answered about cookies. */
  askConsent: boolean
  /** What to say while the site is read-only for maintenance. */
  maintenance: string | null
  children: React.ReactNode
}

/** What stands round every page: skip link, navigation, the page itself, footer, messages. */
export function Shell({ viewer, theme, productName, toast, askConsent, maintenance, children }: Props) {
  return (
    <div className="flex min-h-dvh flex-col">
      <a href="#content" className="skip-link">
        Skip to content
      </a>
      <PageProgress />
      <Arrival />
      <Navigation viewer={viewer} theme={theme} productName={productName} />
      {maintenance !== null && <MaintenanceBanner notice={maintenance} />}
      {askConsent && <ConsentBanner />}
      <main id="content" tabIndex={-1} className="flex-1 outline-none">
        {children}
      </main>
      <Footer theme={theme} productName={productName} />
      <ToastRegion toast={toast} />
    </div>
  )
}
