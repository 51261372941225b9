import { Fragment } from 'react'
import { Notice } from '../messages/notice.tsx'

export interface ArticleSection {
  id: string
  title: string
  body: readonly (string | { component: string })[]
}

interface Props {
  sections: readonly ArticleSection[]
  numbered?: boolean
  opening?: React.ReactNode
  closing?: React.ReactNode
  components?: Record<string, React.ReactNode>
}

export function Article({ sections, numbered = false, opening, closing, components = {} }: Props) {
  return (
    <div className="grid grid-cols-1 gap-10 lg:grid-cols-[17rem_minmax(0,1fr)] lg:gap-20">
      <div className="lg:sticky lg:top-22 lg:max-h-[calc(100dvh-7rem)] lg:self-start lg:overflow-y-auto lg:[scrollbar-width:thin]">
        <Contents sections={sections} />
      </div>
      <article className="min-w-0">
        {opening}
        <ArticleSections sections={sections} numbered={numbered} components={components} />
        {closing}
      </article>
    </div>
  )
}

/** The sections alone, without their table of contents. */
export function ArticleSections({
  sections,
  numbered = false,
  components = {},
}: Pick<Props, 'sections' | 'numbered' | 'components'>) {
  return (
    <div className="prose">
      {sections.map(({ id, title, body }, index) => (
        <section key={id} id={id} aria-labelledby={`${id}-heading`}>
          <h2 id={`${id}-heading`}>{numbered ? `${index + 1}. ${title}` : title}</h2>
          <ArticleBody body={body} components={components} />
        </section>
      ))}
    </div>
  )
}

interface BodyProps extends Pick<Props, 'components'> {
  body: ArticleSection['body']
}

export function ArticleBody({ body, components = {} }: BodyProps) {
  return body.map((part) =>
    typeof part === 'string' ? (
      <div key={part} dangerouslySetInnerHTML={{ __html: part }} />
    ) : (
      <Fragment key={part.component}>{components[part.component]}</Fragment>
    ),
  )
}

export function OlderVersion({ version }: { version: number }) {
  return <Notice>This is version {version}, which may not be the one in force.</Notice>
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
