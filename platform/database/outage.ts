const unreachable = ['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'ENOTFOUND', 'EPIPE', 'ETIMEDOUT', 'EAI_AGAIN']
/** Connection exceptions, too many connections, shut down by an operator or a crash, starting up. */
const refusing = /^(08...|53300|57P0[123])$/
const poolMessages = [
  'timeout exceeded when trying to connect',
  'Connection terminated',
  'Client has encountered a connection error',
]

/** Whether an error says that the database is away for now, so that trying again later makes sense. */
export function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, syscall } = error as NodeJS.ErrnoException
  if (code && unreachable.includes(code)) return syscall === undefined || syscall !== 'open'
  if (code && refusing.test(code)) return true
  return poolMessages.some((message) => error.message.includes(message)) || isOutage(error.cause)
}
