import { pageMeta } from '#app/ui/page-meta.ts'
import { Article } from '../../article/article.tsx'
import { written } from '../../article/writing.server.ts'
import { houseOf } from '../../house.server.ts'
import type { Route } from './+types/kdp-guide.ts'
import { Facts, GuideHeader, Related } from './frame.tsx'
import { GUIDE } from './guide.ts'
import { GUIDE_SECTIONS } from './sections.server.ts'

export function loader({ context }: Route.LoaderArgs) {
  return { sections: written(GUIDE_SECTIONS, houseOf(context)) }
}

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { title: GUIDE.title, description: GUIDE.subtitle })
}

export default function KdpGuide({ loaderData }: Route.ComponentProps) {
  return (
    <div className="page">
      <GuideHeader />
      <Facts />
      <Article sections={loaderData.sections} closing={<Related />} />
    </div>
  )
}
