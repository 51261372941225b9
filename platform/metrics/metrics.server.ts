import {
  Counter,
  collectDefaultMetrics,
  Gauge,
  type GaugeConfiguration,
  Histogram,
  Registry,
} from 'prom-client'

interface RequestFacts {
  method: string
  route: string
  status: number
  seconds: number
}

export interface Metrics {
  registry: Registry
  requestStarted(): void
  requestEnded(facts: RequestFacts): void
  sharedPageSent(): void
  jobEnded(task: string, seconds: number, ok: boolean): void
}

interface Sources {
  pool(): { open: number; idle: number; waiting: number }
  release: { version: string; commit?: string }
  hasFiles?(): Promise<boolean>
  /** Undefined while the database does not answer. */
  mails?(): Promise<{ waiting: number; failed: number } | undefined>
  backupAgeSeconds?(): Promise<number | undefined>
}

const requestBuckets = [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

/** The metrics of this process. Labels have few values: see `labelsOf`; and names of scheduled jobs. */
export function createMetrics({ pool, release, hasFiles, mails, backupAgeSeconds }: Sources): Metrics {
  const registry = new Registry()
  const registers = [registry]
  const gauge = (name: string, help: string, more: Partial<GaugeConfiguration<string>> = {}) =>
    new Gauge({ name, help, registers, ...more })
  const counter = (name: string, help: string, labelNames: string[] = []) =>
    new Counter({ name, help, registers, labelNames })
  // At the default of 10 ms, measuring the delay of the event loop takes more CPU than all else at rest.
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: 100 })
  // Prometheus keeps this suffix for counters, which these are not.
  for (const what of ['handles', 'requests', 'resources'])
    registry.removeSingleMetric(`nodejs_active_${what}_total`)
  // The one of the library is left out where several processes are summed up.
  registry.removeSingleMetric('process_start_time_seconds')
  const startHelp = 'Start of the server process that runs longest, in seconds since 1970.'
  gauge('process_start_time_seconds', startHelp, { aggregator: 'min' }).set(
    Math.round(performance.timeOrigin / 1000),
  )
  gauge('creative_dojo_build_info', 'The release that runs, as labels; always 1.', {
    labelNames: ['version', 'commit'],
    aggregator: 'max',
  }).set({ version: release.version, commit: release.commit ?? '' }, 1)
  const inFlight = gauge('http_requests_in_flight', 'Requests that are being answered.')
  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the headers of a request to the end of its response.',
    labelNames: ['method', 'route', 'status'],
    buckets: requestBuckets,
    registers,
  })
  const sharedPages = counter(
    'http_shared_pages_total',
    'Requests answered with a page that other visitors got too.',
  )
  const jobs = counter('schedule_runs_total', 'Runs of scheduled jobs.', ['task', 'result'])
  const jobSeconds = counter('schedule_run_seconds_total', 'Time spent in scheduled jobs.', ['task'])
  gauge('database_connections', 'Connections of the pool, and requests that wait for one.', {
    labelNames: ['state'],
    collect() {
      const { open, idle, waiting } = pool()
      this.set({ state: 'in use' }, open - idle)
      this.set({ state: 'idle' }, idle)
      this.set({ state: 'waiting' }, waiting)
    },
  })
  gauge('file_store_reachable', '1 if the folder or bucket of the files can be reached, else 0.', {
    aggregator: 'min',
    async collect() {
      this.set(Number(!hasFiles || (await hasFiles())))
    },
  })
  gauge('mails', 'Mails that wait, and mails that were given up in the last 7 days; each at most 10,000.', {
    labelNames: ['state'],
    aggregator: 'max',
    async collect() {
      const known = await mails?.()
      this.reset()
      for (const state of ['waiting', 'failed'] as const) if (known) this.set({ state }, known[state])
    },
  })
  gauge('last_backup_age_seconds', 'Time since the last backup, or since the database was made.', {
    aggregator: 'max',
    async collect() {
      const known = await backupAgeSeconds?.()
      this.remove()
      if (known !== undefined) this.set(known)
    },
  })
  return {
    registry,
    requestStarted: () => inFlight.inc(),
    requestEnded({ method, route, status, seconds }) {
      inFlight.dec()
      requests.observe(labelsOf(method, route, status), seconds)
    },
    sharedPageSent: () => sharedPages.inc(),
    // Not `job`, which is the name that Prometheus gives to this site.
    jobEnded(task, seconds, ok) {
      jobs.inc({ task, result: ok ? 'ok' : 'failed' })
      jobSeconds.inc({ task }, seconds)
    },
  }
}

/**
 * GET includes HEAD. Only server errors keep their exact status. Refusals and other methods share one route, because
 * any client can cause them for every route.
 */
function labelsOf(method: string, route: string, status: number) {
  const known = method === 'HEAD' ? 'GET' : method
  const isKnown = known === 'GET' || known === 'POST'
  const isRefused = status >= 400 && status < 500
  return {
    method: isKnown ? known : 'other',
    route: isKnown && !isRefused ? route : 'any',
    status: status >= 500 || status === 0 ? status : `${Math.floor(status / 100)}xx`,
  }
}
