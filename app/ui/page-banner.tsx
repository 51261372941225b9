import { RidgeScene, type RidgeSubject, Sky } from './landscape.tsx'

interface PageBannerProps {
  title: string
  subject?: RidgeSubject
  eyebrow?: string
  subtitle?: string
  children?: React.ReactNode
  aside?: React.ReactNode
  wideAside?: boolean
}

export function PageBanner({
  title,
  subject = 'gate',
  eyebrow,
  subtitle,
  children,
  aside,
  wideAside = false,
}: PageBannerProps) {
  const layout = !aside ? 'plain' : wideAside ? 'wideAside' : 'aside'
  return (
    <Sky className={aside ? '' : 'lg:[--words:39rem]'}>
      <RidgeScene subject={subject} />
      <div className={`page grid gap-x-10 pt-11 ${bannerLayouts[layout]}`}>
        <div>
          {eyebrow && <p className="mb-3 eyebrow">{eyebrow}</p>}
          <h1 className="text-hero">{title}</h1>
          {subtitle && <p className="mt-4 max-w-140 text-lead">{subtitle}</p>}
          {children && <div className="mt-8">{children}</div>}
        </div>
        {aside}
      </div>
    </Sky>
  )
}

// Without an aside, the padding leaves room for the hills under the text.
const bannerLayouts = {
  plain: 'gap-y-10 pb-42 lg:pt-18 lg:pb-26',
  aside: 'gap-y-10 pb-10 lg:grid-cols-[minmax(0,1fr)_26rem] lg:items-end lg:py-18',
  wideAside:
    'gap-y-12 pb-10 lg:grid-cols-[minmax(19rem,1fr)_minmax(0,41rem)] lg:items-center lg:pt-12 lg:pb-16',
}
