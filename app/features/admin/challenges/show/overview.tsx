import { servicesContext } from '#app/context.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { loadOrNull } from '#app/middleware/load-or-null.server.ts'
import { adminOf } from '#app/middleware/viewer.server.ts'
import { ActionBar } from '#app/parts/action-bar.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { ErrorPanel } from '#app/ui/states.tsx'
import { audienceOf } from '#domain/announcements/queries.server.ts'
import { deskRow, markedVotes } from '#domain/integrity/queries.server.ts'
import { challengeHistory } from '#domain/lifecycle/history.server.ts'
import type { Admin } from '#domain/members/rules.ts'
import { challengeFigures, waitingInChallenge } from '#domain/reporting/challenge-overview.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { ConfirmHost, ConfirmLink } from '../../confirmation/confirm-dialog.tsx'
import { STEP_NAMES, type SteeringAction } from '../steps.ts'
import type { Route } from './+types/overview.ts'
import { Clock } from './clock.tsx'
import { Figures } from './figures.tsx'
import { headOf } from './head-of.server.ts'
import { Recent } from './recent.tsx'
import { Steering, steeringOf } from './steering.tsx'
import { type MainAction, mainAction, Waiting, waitsIn } from './waiting.tsx'

/** The votes of a larger challenge are compared on their own page only. */
const mostCompared = 5_000

const lastChanges = 3

/** A challenge at a glance; a part that could not be loaded is null. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const { db } = context.get(servicesContext)
  const admin = adminOf(context)
  const head = await headOf(context, params.id)
  const [waiting, figures, audience, history] = await Promise.all([
    loadOrNull(context, waitingInChallenge(db, admin, head.id)),
    loadOrNull(context, challengeFigures(db, admin, head.id)),
    loadOrNull(context, audienceOf(db, admin, head.id)),
    loadOrNull(context, challengeHistory(db, admin, head.id, null)),
  ])
  const isCompared = head.status === 'voting' && (figures?.votes ?? mostCompared + 1) <= mostCompared
  const marked = isCompared ? await loadOrNull(context, unusualVotes(db, admin, head.id)) : 0
  return {
    head,
    waiting,
    marked: marked ?? 0,
    figures: figures ?? null,
    audience: audience ?? null,
    history: history?.entries.slice(0, lastChanges) ?? null,
  }
}

/** Votes that look unusual, unless their counts are hidden from the administrator. */
async function unusualVotes(db: Db, admin: Admin, id: string): Promise<number> {
  const desk = await deskRow(db, admin, id)
  return desk ? markedVotes(db, desk) : 0
}

export function meta({ loaderData, ...args }: Route.MetaArgs) {
  return pageMeta(args, { title: loaderData?.head.title ?? 'Challenge Not Found', hidden: true })
}

/** What an organiser sees of a challenge first (ADM-90). */
export default function Overview({ loaderData }: Route.ComponentProps) {
  const { head, waiting, marked, figures, audience, history } = loaderData
  const steering = steeringOf(head)
  const waits = waitsIn(head, waiting, marked)
  return (
    <ConfirmHost label="Challenge">
      <div className="grid grid-cols-1 gap-5 pt-4 lg:pt-6">
        <Clock head={head} />
        <div className="grid grid-cols-1 items-start gap-5 xl:grid-cols-[minmax(0,1.45fr)_minmax(0,1fr)]">
          <div className="contents xl:grid xl:grid-cols-1 xl:gap-5">
            {waiting ? (
              <Waiting challengeId={head.id} waits={waits} />
            ) : (
              <ErrorPanel message="Failed to load what waits" />
            )}
            {figures ? (
              <Figures head={head} figures={figures} />
            ) : (
              <ErrorPanel message="Failed to load the figures" />
            )}
            {/* On narrow screens after the steps. */}
            <div className="max-xl:order-1 xl:mt-3">
              {history ? (
                <Recent head={head} entries={history} />
              ) : (
                <ErrorPanel message="Failed to load the history" />
              )}
            </div>
          </div>
          <Steering head={head} actions={steering} audience={audience} />
        </div>
      </div>
      <PhoneBar main={mainAction(head, waits)} steering={steering} about={head.title} />
    </ConfirmHost>
  )
}

/** The steps that are taken most often where they are offered. */
const HANDY: readonly string[] = [STEP_NAMES.open.label, STEP_NAMES.extend.label]

interface PhoneBarProps {
  main: MainAction
  steering: readonly SteeringAction[]
  about: string
}

/** On phones the most useful action stays in view, beside one that steers. */
function PhoneBar({ main, steering, about }: PhoneBarProps) {
  const first = steering.find(({ label }) => HANDY.includes(label))
  return (
    <ActionBar label="Next" className="hidden phone:flex">
      {first && (
        <ConfirmLink path={first.path} title={first.title} about={about} look="button">
          {first.label}
        </ConfirmLink>
      )}
      <ButtonLink to={main.to} variant={main.isPrimary ? 'primary' : 'secondary'}>
        {main.label}
      </ButtonLink>
    </ActionBar>
  )
}
