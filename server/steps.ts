import { join } from 'node:path'
import type { Services } from '#app/context.ts'
import { adoptDemoData as adoptDemoMembers, hasDemoData } from '#db/demo/adopt.server.ts'
import { prepareDemo } from '#db/demo/prepare.server.ts'
import { readWorld } from '#db/demo/world.server.ts'
import { fillNameSkeletons } from '#domain/members/fill-name-skeletons.server.ts'
import { pushKeys } from '#domain/notifications/push-devices.server.ts'
import { updateAdminBadges } from '#domain/people/administrators.server.ts'
import { endTrust } from '#domain/sessions/sign-in.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { migrate } from '#platform/database/migrate.server.ts'
import { Failure } from '#platform/failure.ts'
import type { Logger } from '#platform/log/log.server.ts'

interface Step {
  title: string
  /** A long step checks `signal` for an abort. */
  run(services: Services, signal: AbortSignal): Promise<unknown>
}

interface StepOptions {
  demo: boolean
  adoptDemoData: boolean
}

/** In order. Only a demo is filled with demo data. */
export function startSteps(root: string, { demo, adoptDemoData }: StepOptions): Step[] {
  const migrating: Step = {
    title: 'Migrating the database',
    run: ({ db }) => migrate(db, join(root, 'db/migrations')),
  }
  const keys: Step = { title: 'Checking the push keys', run: ({ db }) => pushKeys(db) }
  const members: Step = { title: 'Checking names and badges', run: checkMembers }
  if (demo) {
    const preparing: Step = {
      title: 'Preparing the demo data',
      run: (services, signal) =>
        prepareDemo({ services, world: readWorld(join(root, 'db/demo')), now: new Date(), signal }),
    }
    return [migrating, keys, members, preparing]
  }
  const checking: Step = {
    title: 'Checking for demo data',
    run: ({ db, log }) => leaveDemo(db, log, adoptDemoData),
  }
  return [migrating, keys, checking, members]
}

/** Removes a demo's sessions and administrator before a real provider signs members in. */
async function leaveDemo(db: Db, log: Logger, adopt: boolean): Promise<void> {
  if (!(await hasDemoData(db))) return
  if (!adopt) {
    throw new Failure(
      'The database contains demo data, whose sessions and administrator must not remain with OIDC_CLIENT_ID set: use ' +
        'another database, or keep the demo members without access: npm start -- --adopt-demo-data',
    )
  }
  const members = await adoptDemoMembers(db)
  log.warn(`${members} demo members lost access: their sessions and admin rights were removed`)
}

async function checkMembers({ db, config }: Services): Promise<void> {
  await fillNameSkeletons(db)
  if (!config.emailTrusted) await endTrust(db)
  await updateAdminBadges(db, { emails: config.adminEmails, userIds: config.adminUserIds })
}
