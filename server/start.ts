import { rm } from 'node:fs/promises'
import type { RequestListener } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ServerBuild } from 'react-router'
import type { ViteDevServer } from 'vite'
import type { Services } from '#app/context.ts'
import { demoAccounts } from '#db/demo/accounts.ts'
import { openImageProcessor } from '#domain/media/image-processing.server.ts'
import { mailState } from '#domain/notifications/mails.server.ts'
import { watchPages } from '#domain/pages/queries.server.ts'
import { hasAdministrator, newSetupCode } from '#domain/people/first-administrator.server.ts'
import { watchSettings } from '#domain/settings/queries.server.ts'
import type { SiteSettings } from '#domain/settings/rules.ts'
import type { Config } from '#platform/config/config.server.ts'
import { backupAgeSeconds } from '#platform/database/last-backup.server.ts'
import { adviceOn } from '#platform/database/outage.ts'
import { errorMessage, Failure } from '#platform/failure.ts'
import { openFileStore } from '#platform/files/file-store.server.ts'
import { openRenderedImages } from '#platform/images/rendered-images.server.ts'
import type { Logger } from '#platform/log/log.server.ts'
import type { ProgressLog } from '#platform/log/progress.server.ts'
import { mailerSettings, openMailer } from '#platform/mail/mailer.server.ts'
import { watchMaintenance } from '#platform/maintenance.server.ts'
import { createMetrics } from '#platform/metrics/metrics.server.ts'
import { readRelease } from '#platform/release.server.ts'
import { writeDatesIn } from '#platform/text/dates.ts'
import { createApp } from '#server/app.ts'
import { setupNotice } from '#server/banner.ts'
import { inTime, succeeds } from '#server/health.ts'
import { openIdentity } from '#server/identity.ts'
import { listen } from '#server/listen.ts'
import { openRequestLog } from '#server/middleware/request-log.ts'
import { staticFiles } from '#server/middleware/static-files.ts'
import { openPageCache } from '#server/page-cache.ts'
import { builtPages, sourcePages } from '#server/pages.ts'
import { plainAnswers } from '#server/plain-answers.ts'
import { routePatterns } from '#server/route-patterns.ts'
import { schedule } from '#server/schedule.ts'
import { startSchedule } from '#server/scheduler.ts'
import { startSteps } from '#server/steps.ts'
import { ensureDataFolder, type Store } from '#server/store.ts'
import { whenReachable } from '#server/wait.ts'
import { metricsReader } from '#server/workers.ts'

interface StartOptions {
  root: string
  build(): Promise<ServerBuild>
  vite?: ViteDevServer | undefined
  config: Config
  log: Logger
  progress: ProgressLog
  /** Aborts the start between two of its steps. */
  signal: AbortSignal
  openStore(): Promise<Store>
  /** Whether to migrate the database and prepare the demo first. */
  prepares: boolean
  /** Whether to serve and to run the schedule then. */
  serves: boolean
  /** Whether to keep a demo's members when a real provider is configured. */
  adoptDemoData: boolean
}

interface RunningServer {
  productName: string
  stop(): Promise<void>
}

const longestStopMs = 8_000

/** Starts everything in order. If a step fails, closes what was opened before. */
export async function start(options: StartOptions): Promise<RunningServer> {
  const opened = new AsyncDisposableStack()
  try {
    const { productName } = await open(options, opened)
    return { productName, stop: () => opened.disposeAsync() }
  } catch (error) {
    await opened.disposeAsync()
    throw explained(error)
  }
}

/** Turns an error that an operator can fix into one line with advice. */
function explained(error: unknown): unknown {
  const advice = adviceOn(error)
  return advice ? new Failure(`${errorMessage(error)}: ${advice}`, { cause: error }) : error
}

async function open(options: StartOptions, opened: AsyncDisposableStack): Promise<SiteSettings> {
  const { root, vite, config, log, signal } = options
  const store = await options.openStore()
  opened.defer(store.close)
  await ensureDataFolder(config.dataDir)
  const openFiles = () => openFileStore(config, (error) => log.error({ err: error }, 'the file store failed'))
  const files = await whenReachable(openFiles, { log, signal })
  const maintenance = watchMaintenance(store.db, log)
  const settings = watchSettings(store.db, config.site, () => {
    cache.clear()
    writeDatesIn(settings.current().dates)
  })
  const pages = watchPages(store.db, () => cache.clear())
  const identity = await openIdentity({ config, settings, db: store.db, log, maintenance }, demoAccounts)
  const cache = openPageCache(config, identity.formTargets)
  const onError = (error: Error) => log.warn({ err: error }, 'an image could not be processed')
  const imageProcessor = openImageProcessor({ onError })
  const renderedImages = openRenderedImages({ onError })
  opened.defer(imageProcessor.close)
  opened.defer(renderedImages.close)
  await removeFormerCache(config, log)
  const mailer = config.mail ? await openMailer(mailerSettings(config, config.mail, settings.current)) : null
  opened.defer(() => mailer?.close())
  const services: Services = {
    db: store.db,
    files,
    renderedImages,
    imageProcessor,
    config,
    settings,
    pages,
    log,
    identity: identity.client,
    demoAccounts: identity.demoAccounts,
    release: await readRelease(root),
    maintenance,
    mailer,
  }
  if (options.prepares) await prepare(services, options)
  await Promise.all([maintenance.refresh(), settings.refresh(), pages.refresh()])
  if (!options.serves) return settings.current()
  signal.throwIfAborted()

  const { background } = store
  const { formTargets } = identity
  const build = vite ? undefined : await options.build()
  const metrics = createMetrics({
    pool: store.db.connections,
    release: services.release,
    hasFiles: () => succeeds(files.check()),
    mails: () => inTime(mailState(background)),
    backupAgeSeconds: () => inTime(backupAgeSeconds(background)),
  })
  const patternOf = build ? routePatterns(build.routes) : () => undefined
  const collect = metricsReader(metrics.registry)
  const requestLog = openRequestLog({ config, log, metrics, collect, patternOf })
  const app = createApp({
    services,
    plain: plainAnswers(services),
    requestLog: requestLog.middleware,
    files: build ? staticFiles(join(root, 'build/client')) : passOn,
    pages: build ? cache.keep(builtPages(build, services)) : sourcePages(options.build, services),
    before: [identity.before, ...(vite ? [beforeVite(vite)] : [])],
    formTargets,
    dev: !build,
  })
  const listener = await listen(app, config, requestLog.around(cache.answer))
  const running = startSchedule(schedule, { ...services, db: background, maintenance }, metrics.jobEnded)
  opened.defer(async () => {
    // A database that does not answer would keep a job from ending.
    const stopped = Promise.race([running.stop(), sleep(longestStopMs, undefined, { ref: false })])
    await Promise.all([listener.close(longestStopMs), stopped])
  })
  if (vite) opened.defer(() => vite.close())
  return settings.current()
}

/** Share images that earlier releases kept on the disk. */
async function removeFormerCache({ dataDir }: Config, log: Logger): Promise<void> {
  const folder = join(dataDir, 'share-images')
  await rm(folder, { recursive: true, force: true }).catch((error) =>
    log.warn({ err: error }, `${folder} is no longer used and could not be deleted`),
  )
}

async function prepare(services: Services, options: StartOptions): Promise<void> {
  const { root, progress, signal, adoptDemoData } = options
  for (const step of startSteps(root, { demo: services.config.demo, adoptDemoData })) {
    signal.throwIfAborted()
    await progress.step(step.title, () => step.run(services, signal))
  }
  await offerSetup(services, progress)
}

/** Names the way to the first administrator. A code is printed to a terminal only, since what is logged is kept. */
async function offerSetup({ db, config }: Services, progress: ProgressLog): Promise<void> {
  const admins = { emails: config.adminEmails, userIds: config.adminUserIds }
  if (config.demo || (await hasAdministrator(db, admins))) return
  progress.say(setupNotice(config, process.stdout.isTTY ? await newSetupCode(db, admins) : undefined))
}

function beforeVite({ middlewares }: ViteDevServer): (next: RequestListener) => RequestListener {
  return (next) => (request, response) => middlewares(request, response, () => next(request, response))
}

function passOn(_: unknown, next: () => Promise<void>): Promise<void> {
  return next()
}
