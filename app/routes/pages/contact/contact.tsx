import { pageMeta } from '#app/ui/page-meta.ts'
import { PageHeader } from '#app/ui/surfaces/page-header.tsx'
import { houseOf } from '../house.server.ts'
import type { Route } from './+types/contact.ts'
import { Letter } from './letter.tsx'
import { NoAddress, WriteTo } from './write-to.tsx'

export function loader({ context }: Route.LoaderArgs) {
  return houseOf(context)
}

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, {
    title: 'Contact',
    description: 'How to reach the organisers of the dojo, and what to write about.',
  })
}

export default function Contact({ loaderData: house }: Route.ComponentProps) {
  return (
    <div className="page">
      <PageHeader
        crumbs={[{ label: 'Home', to: '/' }, { label: 'Contact' }]}
        title="Contact"
        subtitle={`${house.productName} is run by people. ${house.contactEmail ? 'This is how you reach them.' : 'One day, this page will tell you how to reach them.'}`}
      />
      <div className="grid items-start gap-7 lg:grid-cols-[1fr_24rem]">
        {house.contactEmail ? <WriteTo email={house.contactEmail} /> : <NoAddress />}
        <div className="card overflow-hidden max-lg:-order-1">
          <Letter />
        </div>
      </div>
    </div>
  )
}
