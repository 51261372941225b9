import { RidgeScene, type RidgeSubject } from '#app/ui/scenes/ridge-scene.tsx'

interface Props {
  title: string
  subject?: RidgeSubject
  eyebrow?: string
  subtitle?: string
  /** What can be done with the page: a filter, a button. */
  children?: React.ReactNode
  /** A picture at the right, under the words on narrow screens. */
  aside?: React.ReactNode
}

/** The head of a page that many paths lead to: words before a low line of hills. */
export function PageBanner({ title, subject = 'gate', eyebrow, subtitle, children, aside }: Props) {
  return (
    <div className="hero banner">
      <RidgeScene subject={subject} />
      <div className={`page banner-page ${aside ? 'banner-page-wide' : ''}`}>
        <div>
          {eyebrow && <p className="mb-3 eyebrow">{eyebrow}</p>}
          <h1 className="text-hero">{title}</h1>
          {subtitle && <p className="mt-4 max-w-140 text-lead">{subtitle}</p>}
          {children && <div className="mt-8">{children}</div>}
        </div>
        {aside}
      </div>
    </div>
  )
}
