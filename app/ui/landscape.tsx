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
