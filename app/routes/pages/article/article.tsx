import type { House } from '../house.ts'
import { Contents } from './contents.tsx'

export interface ArticleSection {
  id: string
  title: string
  Body(props: { house: House }): React.ReactNode
}

interface Props {
  house: House
  sections: readonly ArticleSection[]
  /** Numbers stand in the headings, as legal texts want them. */
  numbered?: boolean
  /** Stands above the contents list. */
  rail?: React.ReactNode
  /** Stands above the first section. */
  opening?: React.ReactNode
  /** Stands below the last one. */
  closing?: React.ReactNode
}

/** A long text with its contents list, which stays in sight beside it on wide screens. */
export function Article({ house, sections, numbered = false, rail, opening, closing }: Props) {
  return (
    <div className="article">
      <div className="article-rail">
        {rail}
        <Contents sections={sections} />
      </div>
      <article className="min-w-0">
        {opening}
        <div className="prose">
          {sections.map(({ id, title, Body }, position) => (
            <section key={id} id={id} aria-labelledby={`${id}-heading`}>
              <h2 id={`${id}-heading`}>{numbered ? `${position + 1}. ${title}` : title}</h2>
              <Body house={house} />
            </section>
          ))}
        </div>
        {closing}
      </article>
    </div>
  )
}
