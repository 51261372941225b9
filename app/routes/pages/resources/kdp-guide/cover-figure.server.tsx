import { Book } from '../book.tsx'
import { GUIDE } from './guide.ts'

const SIZES = [
  { width: 'w-28', words: 'On the book’s page' },
  { width: 'w-16', words: 'In search results' },
  { width: 'w-9', words: 'On a phone, in a row' },
]

/** The measures of a cover, and how small it has to work. */
export function CoverFigure() {
  return (
    <figure className="cover-figure">
      <div className="cover-measured">
        <span className="cover-height">2,560 pixels</span>
        <Book image={GUIDE.imageUrl} title={GUIDE.title} className="w-44" />
        <span className="cover-width">1,600 pixels</span>
      </div>
      <ul className="plain cover-sizes">
        {SIZES.map(({ width, words }) => (
          <li key={words}>
            <Book image={GUIDE.imageUrl} title={GUIDE.title} className={width} />
            <span>{words}</span>
          </li>
        ))}
      </ul>
      <figcaption className="basis-full">
        One cover, four sizes. It has to do its work in the smallest.
      </figcaption>
    </figure>
  )
}
