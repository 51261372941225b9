const networkErrors = ['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'ENOTFOUND', 'EPIPE', 'ETIMEDOUT', 'EAI_AGAIN']
const storageErrors = ['ENOSPC', 'EDQUOT', 'EROFS', 'EIO', 'EMFILE', 'ENFILE']
/**
 * Connection exceptions; disk, memory or connections used up; shut down, crashed or starting up; read-only (a standby,
 * or a full disk at some providers); statement or lock timeout; a transaction that stayed idle too long; a conflict
 * that outlasted the retries; an I/O error. All of them can pass without a change to the program.
 */
const sqlStates = /^(08...|53...|57P0[1235]|25006|57014|55P03|25P0[34]|40001|40P01|58030)$/
const driverMessages = [
  'timeout exceeded when trying to connect',
  'timeout expired',
  'Query read timeout',
  'Connection terminated',
  'Client has encountered a connection error',
  'Client was closed and is not queryable',
  'Cannot use a pool after calling end on the pool',
]

/** Whether an error says that the database or the storage is away or full for now: trying again later makes sense. */
export function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, syscall } = error as NodeJS.ErrnoException
  if (code && storageErrors.includes(code)) return true
  if (code && networkErrors.includes(code)) return syscall === undefined || !fileCalls.includes(syscall)
  if (code && sqlStates.test(code)) return true
  if (error instanceof AggregateError && error.errors.some(isOutage)) return true
  return driverMessages.some((message) => error.message.includes(message)) || isOutage(error.cause)
}

/** A file that is missing is no outage; a database socket that is missing is one. */
const fileCalls = ['open', 'stat', 'lstat', 'scandir', 'rename', 'unlink']

const advice: Record<string, string> = {
  ENOSPC: 'free space on the disk',
  EDQUOT: 'free space on the disk',
  '53100': "free space on the disk of the database's server",
  EROFS: 'make the file system writable',
  '25006': 'the database is read-only, such as a standby: set DATABASE_URL to the primary server',
  '42501':
    'make the user of DATABASE_URL the owner of the database, or grant it CREATE on the database and on its schema public',
  '3F000':
    'make the user of DATABASE_URL the owner of the database, or grant it CREATE on the database and on its schema public',
}

/** What an operator has to do before a start can succeed, for an error that does not pass by itself. */
export function adviceOn(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  return advice[(error as NodeJS.ErrnoException).code ?? ''] ?? adviceOn(error.cause)
}
