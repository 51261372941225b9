interface Props {
  image: string
  title: string
  className?: string
}

/** A book seen from the front, 1600 wide for every 2560 of height. Decoration: its title stands beside it. */
export function Book({ image, title, className = '' }: Props) {
  return (
    <span className={`book ${className}`} aria-hidden="true">
      <img src={image} width="1600" height="2560" alt="" decoding="async" />
      <span className="book-title">{title}</span>
    </span>
  )
}
