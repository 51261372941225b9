interface Props {
  image: string
  title: string
  className?: string
}

/** The front of a book, 1600 x 2560. Decorative: the page has the title as text. */
export function BookCover({ image, title, className = '' }: Props) {
  return (
    <span
      className={`book-fold relative block flex-none @container overflow-hidden rounded-[2px_5px_5px_2px] shadow-[0_22px_34px_-16px_rgb(0_0_0/0.6),0_0_0_1px_rgb(0_0_0/0.25)] ${className}`}
      aria-hidden="true"
    >
      <img src={image} width="1600" height="2560" alt="" decoding="async" className="w-full" />
      <span className="absolute inset-x-[12%] top-[12%] text-left font-display text-[13cqi] leading-[1.1] font-bold text-balance text-[#f6e9c6]">
        {title}
      </span>
    </span>
  )
}
