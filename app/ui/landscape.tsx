import hero from '#app/ui/illustrations/hero.svg?url&no-inline'
import cranes from '#app/ui/illustrations/ridge-cranes.svg?url&no-inline'
import gate from '#app/ui/illustrations/ridge-gate.svg?url&no-inline'
import moon from '#app/ui/illustrations/ridge-moon.svg?url&no-inline'

const drawings = { cranes, gate, moon }

export function Sky({ className = '', children }: { className?: string; children: React.ReactNode }) {
  return <div className={`sky relative isolate overflow-hidden ${className}`}>{children}</div>
}

/**
 * The illustration of home: a moon in the dark theme, a sun in the light one. Its 'tall' view has room for the glow,
 * for layouts with the text above.
 */
export function HeroScene() {
  return (
    <picture>
      <source media="(max-width: 79.99rem)" srcSet={`${hero}#tall`} />
      <img
        src={hero}
        alt=""
        width={2560}
        height={620}
        fetchPriority="high"
        className="relative -z-1 -mt-[8.1rem] block h-[27.1rem] w-full xl:absolute xl:inset-0 xl:mt-0 xl:h-full"
      />
    </picture>
  )
}

export type RidgeSubject = keyof typeof drawings

/** An illustration of hills. Its 'tall' view has room for the glow, for narrow screens with the text above. */
export function RidgeScene({ subject }: { subject: RidgeSubject }) {
  return (
    <picture>
      <source media="(max-width: 63.99rem)" srcSet={`${drawings[subject]}#tall`} />
      <img
        src={drawings[subject]}
        alt=""
        width={1440}
        height={360}
        className="absolute inset-x-0 bottom-0 -z-1 h-[max(13rem,32.6vw)] w-full lg:h-full"
      />
    </picture>
  )
}

interface PageBannerProps {
  title: string
  subject?: RidgeSubject
  eyebrow?: string
  subtitle?: string
  /** Actions and filters. */
  children?: React.ReactNode
  /** A picture on the right; below the text on narrow screens. */
  aside?: React.ReactNode
  /** Gives the aside more than half of the width. */
  wideAside?: boolean
}

/** The header of a main page, with an illustration. */
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
