const BULLETS =
  '*:before:absolute *:before:top-[0.5em] *:before:left-0.5 *:before:size-2 *:before:rotate-45 *:before:rounded-xs *:before:border-[1.5px] *:before:border-go'

interface Props {
  id?: string
  className?: string
  children: React.ReactNode
}

export function BulletList({ id, className = '', children }: Props) {
  return (
    <ul id={id} className={`grid grid-cols-1 gap-2 *:relative *:pl-5.5 ${BULLETS} ${className}`}>
      {children}
    </ul>
  )
}
