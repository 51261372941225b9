import { BookCover } from './book-cover.tsx'

const SIZES = [
  { width: 'w-28', label: 'On the book’s page' },
  { width: 'w-16', label: 'In search results' },
  { width: 'w-9', label: 'On a phone, in a row' },
]

/** A cover with its dimensions, and in the sizes that a shop shows. */
export function CoverFigure({ image, title }: { image: string; title: string }) {
  return (
    <figure className="cover-figure">
      <div className="cover-measured">
        <span className="cover-height">2,560 pixels</span>
        <BookCover image={image} title={title} className="w-44" />
        <span className="cover-width">1,600 pixels</span>
      </div>
      <ul className="plain cover-sizes">
        {SIZES.map(({ width, label }) => (
          <li key={label}>
            <BookCover image={image} title={title} className={width} />
            <span>{label}</span>
          </li>
        ))}
      </ul>
      <figcaption className="basis-full">One cover, four sizes. It has to work in the smallest.</figcaption>
    </figure>
  )
}
