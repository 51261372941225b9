interface Props {
  image: string
  title: string
  className?: string
}

/** A book from the front, 1600 wide for every 2560 of height. Decoration: the page shows the title as text. */
export function BookCover({ image, title, className = '' }: Props) {
  return (
    <span className={`book ${className}`} aria-hidden="true">
      <img src={image} width="1600" height="2560" alt="" decoding="async" />
      <span className="book-title">{title}</span>
    </span>
  )
}
