interface Props {
  image: string
  title: string
  className?: string
}

/** The front of a book, 1600 x 2560. Decorative: the page has the title as text. */
export function BookCover({ image, title, className = '' }: Props) {
  return (
    <span className={`book ${className}`} aria-hidden="true">
      <img src={image} width="1600" height="2560" alt="" decoding="async" />
      <span className="book-title">{title}</span>
    </span>
  )
}
