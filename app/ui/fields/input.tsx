const BASE =
  'block rounded-control border border-edge bg-ground px-3.5 text-ink leading-normal text-ellipsis scroll-mt-12 transition-[border-color] duration-160 placeholder:text-muted placeholder:opacity-100 not-disabled:hover:border-ink disabled:border-line disabled:bg-transparent disabled:text-muted aria-invalid:border-bad'

const READ_ONLY = 'read-only:border-line read-only:bg-transparent read-only:text-muted'

const NORMAL = 'min-h-11 w-full py-2.25'

const COMPACT = 'min-h-10 w-auto max-w-full py-1 text-compact max-sm:w-full'

// Two triangles that meet: an arrow that follows the text's colour.
const ARROW =
  'appearance-none pr-10 bg-[linear-gradient(45deg,transparent_50%,currentColor_50%),linear-gradient(-45deg,transparent_50%,currentColor_50%)] bg-[position:right_1.125rem_top_55%,right_0.8125rem_top_55%] bg-[size:5px_5px] bg-no-repeat forced-colors:appearance-auto'

// A part of a date that has the focus outlines the whole field.
const DATE_FOCUS = 'focus-within:outline-2 focus-within:outline-offset-3 focus-within:outline-focus'

export function Input({ className = '', ...rest }: React.ComponentProps<'input'>) {
  return (
    <input dir="auto" {...rest} className={`${BASE} ${READ_ONLY} ${NORMAL} ${DATE_FOCUS} ${className}`} />
  )
}

export function Multiline({ className = '', ...rest }: React.ComponentProps<'textarea'>) {
  return (
    <textarea
      dir="auto"
      {...rest}
      className={`${BASE} ${READ_ONLY} field-sizing-content min-h-32 w-full resize-y py-2.25 ${className}`}
    />
  )
}

interface DropdownProps extends React.ComponentProps<'select'> {
  compact?: boolean
}

export function Dropdown({ compact, className = '', ...rest }: DropdownProps) {
  return <select {...rest} className={`${BASE} ${ARROW} ${compact ? COMPACT : NORMAL} ${className}`} />
}
