import { ButtonLink } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { LostScene } from '#app/ui/states.tsx'

interface Props {
  heading: string
  children: React.ReactNode
  link: { to: string; label: string }
}

export function NotFound({ heading, children, link }: Props) {
  return (
    <div className="page py-16 sm:py-20">
      <Card flush className="mx-auto flex max-w-160 flex-col items-center px-6 py-12 text-center">
        <LostScene />
        <h1 className="mt-8 text-title">{heading}</h1>
        <p className="mt-3 max-w-110 text-muted">{children}</p>
        <div className="mt-7">
          <ButtonLink to={link.to}>{link.label}</ButtonLink>
        </div>
      </Card>
    </div>
  )
}
