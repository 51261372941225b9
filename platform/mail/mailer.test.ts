import { expect, test } from 'vitest'
import { MailError } from './mailer.server.ts'

function refusal(answer: string, command: string): MailError {
  const message = `Can't send mail - all recipients were rejected: ${answer}`
  return new MailError(
    Object.assign(new Error(message), { responseCode: Number(answer.slice(0, 3)), command }),
  )
}

test.each([
  '550 5.1.1 <ana@example.org>: Recipient address rejected: User unknown in relay recipient table',
  '554 5.1.1 mailbox does not exist',
  '550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found by SMTP address lookup',
  '550 5.2.1 The email account that you tried to reach is disabled',
  '550 5.4.1 Recipient address rejected: Access denied',
  '550 5.5.0 Requested action not taken: mailbox unavailable',
])('the recipient is unknown: %s', (answer) => {
  expect(refusal(answer, 'RCPT TO')).toMatchObject({ isUnknownRecipient: true, isFinal: true })
})

test.each([
  '550 No such user here',
  '550 relay not permitted',
  '550 Relaying denied',
  '550 5.1.2 Relay not allowed.',
  '550 5.7.54 SMTP; Unable to relay recipient in non-accepted domain',
  "553 sorry, that domain isn't in my list of allowed rcpthosts",
  '550 Sender verify failed',
  '553 5.1.8 Domain of sender address does not exist',
  '550 5.4.5 Daily user sending limit exceeded',
  '550 Administrative prohibition',
  '550 Blocked by policy',
  '552 5.2.2 The mailbox is full',
])('the recipient is not to blame: %s', (answer) => {
  expect(refusal(answer, 'RCPT TO')).toMatchObject({ isUnknownRecipient: false, isFinal: true })
})

test('some servers know of the recipient after the message only', () => {
  expect(refusal('550 5.1.1 No such mailbox', 'DATA').isUnknownRecipient).toBe(true)
  expect(refusal('550 Message rejected', 'DATA').isUnknownRecipient).toBe(false)
  expect(refusal('550 5.1.2 Bad sender', 'MAIL FROM').isUnknownRecipient).toBe(false)
  expect(refusal('450 4.1.1 Try again', 'RCPT TO').isUnknownRecipient).toBe(false)
})
