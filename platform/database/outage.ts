const networkErrors = [
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  'ENOENT',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
  'EAI_AGAIN',
]
const storageErrors = ['ENOSPC', 'EDQUOT', 'EROFS', 'EIO', 'EMFILE', 'ENFILE']
/**
 * Connection errors; disk, memory or connections exhausted; shutdown, crash or startup; read-only; statement, lock or
 * idle timeout; a conflict after all retries; an I/O error. Each can pass without a change to the program.
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

export function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, syscall } = error as NodeJS.ErrnoException
  if (code && storageErrors.includes(code)) return true
  if (code && networkErrors.includes(code)) return syscall === undefined || !fileCalls.includes(syscall)
  if (code && sqlStates.test(code)) return true
  if (error instanceof AggregateError && error.errors.some(isOutage)) return true
  return driverMessages.some((message) => error.message.includes(message)) || isOutage(error.cause)
}

/** A missing file is no outage; a missing database socket is one. */
const fileCalls = ['open', 'stat', 'lstat', 'scandir', 'rename', 'unlink']

/** Whether PostgreSQL reads but cannot write: a full disk or a standby. */
export function refusesWrites(error: unknown): boolean {
  return error instanceof Error && ['25006', '53100'].includes((error as NodeJS.ErrnoException).code ?? '')
}

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

/** What an operator has to do about an error that does not pass by itself. */
export function adviceOn(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  return advice[(error as NodeJS.ErrnoException).code ?? ''] ?? adviceOn(error.cause)
}
