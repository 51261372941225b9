import { Fragment, useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'

export interface ArticleSection {
  id: string
  title: string
  /** HTML and names of components, in order. */
  body: readonly (string | { component: string })[]
}

interface Props {
  sections: readonly ArticleSection[]
  /** Numbers the headings. */
  numbered?: boolean
  opening?: React.ReactNode
  closing?: React.ReactNode
  /** By the names in the sections. */
  components?: Record<string, React.ReactNode>
}

/** A long text with a table of contents, fixed beside it on wide screens. */
export function Article({ sections, numbered = false, opening, closing, components = {} }: Props) {
  return (
    <div className="grid grid-cols-1 gap-10 lg:grid-cols-[17rem_minmax(0,1fr)] lg:gap-20">
      <div className="lg:sticky lg:top-22 lg:max-h-[calc(100dvh-7rem)] lg:self-start lg:overflow-y-auto lg:[scrollbar-width:thin]">
        <Contents sections={sections} />
      </div>
      <article className="min-w-0">
        {opening}
        <div className="prose">
          {sections.map(({ id, title, body }, index) => (
            <section key={id} id={id} aria-labelledby={`${id}-heading`}>
              <h2 id={`${id}-heading`}>{numbered ? `${index + 1}. ${title}` : title}</h2>
              {body.map((part) =>
                typeof part === 'string' ? (
                  <Html key={part} html={part} />
                ) : (
                  <Fragment key={part.component}>{components[part.component]}</Fragment>
                ),
              )}
            </section>
          ))}
        </div>
        {closing}
      </article>
    </div>
  )
}

function Contents({ sections }: Pick<Props, 'sections'>) {
  return (
    <nav aria-labelledby="contents-heading">
      <h2 id="contents-heading" className="mb-3 eyebrow font-sans">
        Contents
      </h2>
      <ol className="border-l border-line">
        {sections.map(({ id, title }, index) => (
          <li key={id}>
            <a
              href={`#${id}`}
              className="grid grid-cols-[1.75rem_1fr] items-baseline py-1.25 pl-4 text-calm leading-[1.4] text-muted hover:text-ink hover:inset-shadow-[2px_0_0_var(--color-gold)]"
            >
              <span className="font-display text-gold-text tabular-nums" aria-hidden="true">
                {index + 1}
              </span>
              {title}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  )
}

/** HTML of the project's own documents. Links to pages of the site navigate without a page load. */
function Html({ html }: { html: string }) {
  const ref = useRef<HTMLDivElement>(null)
  const navigate = useNavigate()

  useEffect(() => {
    const element = ref.current
    function onClick(event: MouseEvent) {
      const link = event.target instanceof Element ? event.target.closest('a') : null
      const path = link?.getAttribute('href')
      if (!path?.startsWith('/') || event.button !== 0) return
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
      event.preventDefault()
      navigate(path)
    }
    element?.addEventListener('click', onClick)
    return () => element?.removeEventListener('click', onClick)
  }, [navigate])

  return <div ref={ref} dangerouslySetInnerHTML={{ __html: html }} />
}
