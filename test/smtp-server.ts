import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

export interface ReceivedMail {
  to: string
  /** Headers and body as sent. */
  source: string
  /** The name that the client gave. */
  greeting: string
}

export interface TestMailServer {
  url: string
  received: ReceivedMail[]
  /** Called for each message before it is accepted; an error refuses it. */
  onMessage: (mail: ReceivedMail) => Promise<void> | void
  /** Called for each recipient; an error refuses it. */
  onRecipient: (address: string) => Promise<void> | void
  stop(): Promise<void>
}

/** Starts an SMTP server on a free port of this machine, or on `port`; with `startTls` it has a certificate of its own. */
export async function startMailServer({
  port = 0,
  startTls = false,
}: {
  port?: number | undefined
  startTls?: boolean
} = {}): Promise<TestMailServer> {
  const state: TestMailServer = {
    url: '',
    received: [],
    onMessage: () => undefined,
    onRecipient: () => undefined,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: startTls ? [] : ['STARTTLS'],
    closeTimeout: 100,
    onRcptTo: ({ address }, _session, callback) => answer(() => state.onRecipient(address), callback),
    onData(stream, session, callback) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const mail = {
          to: session.envelope.rcptTo[0]?.address ?? '',
          source: Buffer.concat(chunks).toString(),
          greeting: String(session.hostNameAppearsAs),
        }
        answer(async () => {
          await state.onMessage(mail)
          state.received.push(mail)
        }, callback)
      })
    },
  })
  await new Promise<void>((resolve, reject) => {
    server.on('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  state.url = `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`
  return state
}

function answer(work: () => Promise<void> | void, callback: (error?: Error | null) => void): void {
  Promise.resolve()
    .then(work)
    .then(
      () => callback(),
      (error: Error) => callback(error),
    )
}

/** An error with the code of an SMTP answer, such as 550 or 451. */
export function smtpError(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode })
}
