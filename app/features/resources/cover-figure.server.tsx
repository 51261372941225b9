import { Card } from '#app/ui/card.tsx'
import { BookCover } from './book-cover.tsx'

const SIZES = [
  { width: 'w-28', label: 'On the book’s page' },
  { width: 'w-16', label: 'In search results' },
  { width: 'w-9', label: 'On a phone, in a row' },
]

/** A cover with its dimensions, and in the sizes that a shop shows. */
export function CoverFigure({ image, title }: { image: string; title: string }) {
  return (
    <Card
      as="figure"
      flush
      className="my-7 flex flex-wrap items-end justify-around gap-x-10 gap-y-8 px-[min(1.5rem,6.5vw)] pt-8 pb-5"
    >
      <div className="grid grid-cols-[auto_minmax(0,auto)] gap-3 text-[0.875rem] font-semibold tabular-nums">
        <span className="rotate-180 border-l border-edge pl-2 text-center leading-[1.3] [writing-mode:vertical-rl]">
          2,560 pixels
        </span>
        <BookCover image={image} title={title} className="w-44 max-w-full" />
        <span className="col-start-2 border-t border-edge pt-2 text-center leading-[1.3]">1,600 pixels</span>
      </div>
      <ul className="grid grid-cols-[repeat(3,minmax(0,7rem))] grid-rows-[auto_auto] justify-center gap-3">
        {SIZES.map(({ width, label }) => (
          <li
            key={label}
            className="row-span-2 grid grid-rows-subgrid items-start justify-items-center text-center wrap-anywhere text-[0.8125rem] leading-[1.4] text-muted"
          >
            <BookCover image={image} title={title} className={`max-w-full self-end ${width}`} />
            <span>{label}</span>
          </li>
        ))}
      </ul>
      <figcaption className="basis-full">One cover, four sizes. It has to work in the smallest.</figcaption>
    </Card>
  )
}
