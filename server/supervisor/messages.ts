import type pg from 'pg'

export type ToWorker = { type: 'start'; start: WorkerStart } | { type: 'listen' } | { type: 'stop' }

export interface WorkerStart {
  root: string
  /** The embedded PostgreSQL; undefined with DATABASE_URL. */
  connection: pg.ClientConfig | undefined
  /** Whether this worker migrates the database and prepares the demo. */
  prepare: boolean
  adoptDemoData: boolean
}

export type FromWorker =
  /** The worker is ready to listen and waits for `listen`. */
  | { type: 'prepared' }
  | { type: 'serving' }
  /** Sent every second from `serving` on. */
  | { type: 'alive' }
  /** The worker stops after an error and finishes its open requests. */
  | { type: 'failing' }

export const aliveIntervalMs = 1_000

/** The worker filled the demo. Its heap has grown, so another worker replaces it. */
export const filledExitCode = 79

/** An expected failure that a restart does not fix. */
export const failureExitCode = 78
