import type pg from 'pg'

/** What the primary tells a worker. */
export type ToWorker =
  | { type: 'start'; start: WorkerStart }
  /** The port is free for the worker. */
  | { type: 'listen' }
  | { type: 'stop' }

export interface WorkerStart {
  root: string
  /** The embedded PostgreSQL; undefined with DATABASE_URL. */
  connection: pg.ClientConfig | undefined
  /** Whether this worker migrates the database and prepares the demo before it serves. */
  prepare: boolean
  /** Whether a demo's members may stay in a dojo with a real provider. */
  adoptDemoData: boolean
}

/** What a worker tells the primary. */
export type FromWorker =
  /** It is about to listen and waits for the answer. */
  | { type: 'prepared' }
  | { type: 'serving' }
  /** It stops because of a fault and serves its open requests only. */
  | { type: 'failing' }

/** Exit code of a worker that filled the demo: it needs a successor, since its heap has grown for good. */
export const filledExitCode = 79

/** Exit code of a worker that met a foreseen failure, which a restart does not cure. */
export const failureExitCode = 78
