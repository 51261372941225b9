import { pageMeta } from '#app/ui/page-meta.ts'
import type { Route } from './+types/home.ts'

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { title: 'Timed creative challenges' })
}

export default function Home() {
  return <h1 className="page py-20 text-hero">Make something tonight. Be judged by morning.</h1>
}
