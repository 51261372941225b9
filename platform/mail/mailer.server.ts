/** A message in text and HTML to one recipient. */
export interface MailMessage {
  to: { name: string; address: string }
  subject: string
  text: string
  html: string
  /** Without angle brackets. Servers and mail programs ignore a repeated message by it. */
  messageId: string
  /** An address that ends such mails with one POST request (RFC 8058). */
  unsubscribeUrl?: string
}

export interface Mailer {
  /** Resolves once the server has accepted the message. Rejects with a `MailError`. */
  send(message: MailMessage): Promise<void>
  close(): void
}

export class MailError extends Error {
  /** The server refused this message or its recipient for good; others may be accepted. */
  readonly isFinal: boolean
  /** The server could not be used at all: other messages would fail too. */
  readonly isOutage: boolean
  /** The server does not take mails for the recipient: other messages to the same address would fail too. */
  readonly isUnknownRecipient: boolean

  /** Its text names no address, since it is logged. */
  constructor(cause: unknown) {
    const { message, responseCode, command } = cause as Error & { responseCode?: number; command?: string }
    super(message.replace(/[^\s<>]+@[^\s<>]+/g, '(address)'))
    const isAboutMessage = ['MAIL FROM', 'RCPT TO', 'DATA'].includes(command ?? '')
    this.isFinal = isAboutMessage && responseCode !== undefined && responseCode >= 500
    this.isOutage = !isAboutMessage || responseCode === undefined
    this.isUnknownRecipient = this.isFinal && command !== 'MAIL FROM' && unknownCode.test(this.message)
  }
}

/**
 * RFC 3463: no such mailbox, moved, disabled. Microsoft sends 5.4.1 and 5.5.0. An answer without such a code may be about
 * the site, such as 'relay not permitted', which must not end the mails of every member.
 */
const unknownCode = /\b5\.(1\.(1|6|10)|2\.1|4\.1|5\.0)\b/

interface MailerSettings {
  /** smtp:// or smtps://, with user and password. */
  url: string
  /** Of each message, since the name and the address of the site may change. */
  sender(): { from: { name: string; address: string }; replyTo: string }
  /** The name of this host, for the greeting. */
  name: string
  /** The wait for each part of an answer of the server; a message may take three times as long. */
  timeoutMs?: number
}

export function mailerSettings(
  { publicUrl }: { publicUrl: string },
  { url, from }: { url: string; from: string | undefined },
  site: () => { productName: string; contactEmail: string },
): MailerSettings {
  return {
    url,
    sender() {
      const { productName, contactEmail } = site()
      return { from: { name: productName, address: from ?? contactEmail }, replyTo: contactEmail }
    },
    name: new URL(publicUrl).hostname,
  }
}

/** Sends through one SMTP server, over at most two connections. */
export async function openMailer({ url, sender, name, timeoutMs = 20_000 }: MailerSettings): Promise<Mailer> {
  // Loaded only where mail is configured: it takes 3 MB of memory.
  const { createTransport } = await import('nodemailer')
  const transport = createTransport({
    url,
    name,
    pool: true,
    maxConnections: 2,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    // A message never makes this process read a file or an address.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async send({ unsubscribeUrl, ...message }) {
      try {
        await transport.sendMail({
          ...message,
          ...sender(),
          // A server that sends its answer in small pieces would keep all other mails waiting.
          signal: AbortSignal.timeout(3 * timeoutMs),
          headers: {
            'Auto-Submitted': 'auto-generated',
            ...(unsubscribeUrl && {
              'List-Unsubscribe': `<${unsubscribeUrl}>`,
              'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
            }),
          },
        })
      } catch (error) {
        throw new MailError(error)
      }
    },
    close: () => transport.close(),
  }
}
