import { data } from 'react-router'
import { servicesContext } from '#app/context.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { loadOrNull } from '#app/middleware/load-or-null.server.ts'
import { adminOf } from '#app/middleware/viewer.server.ts'
import { ErrorPanel } from '#app/ui/error-panel.tsx'
import { challengeHead } from '#domain/challenges/admin-head.server.ts'
import { challengeFigures, waitingInChallenge } from '#domain/reporting/challenge-overview.server.ts'
import { isId } from '#platform/id.server.ts'
import { ConfirmHost } from '../../confirmation/confirm-dialog.tsx'
import type { Route } from './+types/overview.ts'
import { Clock } from './clock.tsx'
import { Figures } from './figures.tsx'
import { mainAction } from './main-action.ts'
import { PhoneBar } from './phone-bar.tsx'
import { Steering } from './steering.tsx'
import { steeringOf } from './steering-actions.ts'
import { Waiting } from './waiting.tsx'

/** A challenge at a glance; a part that could not be loaded is null. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const { db } = context.get(servicesContext)
  const admin = adminOf(context)
  const head = isId(params.id) ? await challengeHead(db, admin, params.id) : undefined
  if (!head) throw data(null, { status: 404 })
  const [waiting, figures] = await Promise.all([
    loadOrNull(context, waitingInChallenge(db, admin, head.id)),
    loadOrNull(context, challengeFigures(db, admin, head.id)),
  ])
  return { head, waiting, figures: figures ?? null }
}

export function meta({ loaderData, ...args }: Route.MetaArgs) {
  return pageMeta(args, { title: loaderData?.head.title ?? 'Challenge Not Found', hidden: true })
}

/** What an organiser sees of a challenge first (ADM-90). */
export default function Overview({ loaderData: { head, waiting, figures } }: Route.ComponentProps) {
  const steering = steeringOf(head)
  const main = mainAction(head, waiting)
  return (
    <ConfirmHost label="Challenge">
      <div className="grid grid-cols-1 gap-5 pt-4 lg:pt-6">
        <Clock head={head} />
        <div className="grid grid-cols-1 items-start gap-5 xl:grid-cols-[minmax(0,1.45fr)_minmax(0,1fr)]">
          <div className="grid grid-cols-1 gap-5">
            {waiting ? (
              <Waiting head={head} waiting={waiting} main={main} />
            ) : (
              <ErrorPanel message="Failed to load what waits" />
            )}
            {figures ? (
              <Figures head={head} figures={figures} />
            ) : (
              <ErrorPanel message="Failed to load the figures" />
            )}
          </div>
          <Steering head={head} actions={steering} />
        </div>
      </div>
      <PhoneBar main={main} steering={steering} about={head.title} />
    </ConfirmHost>
  )
}
