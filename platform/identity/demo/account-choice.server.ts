import type { IncomingMessage, ServerResponse } from 'node:http'
import type { InteractionResults, Provider } from 'oidc-provider'
import { SessionNotFound } from 'oidc-provider/lib/helpers/errors.js'
import type { Db } from '#platform/database/database.server.ts'
import { accountPage } from './account-view.ts'
import type { DemoAccount } from './accounts.ts'
import type { Html } from './html.ts'
import { type PersonErrors, type PersonInput, storePerson, validatePerson } from './people.server.ts'
import { readForm, sendPage, sendText } from './responses.server.ts'

export interface AccountChoice {
  db: Db
  provider: Provider
  publicUrl: string
  siteName: string
  accounts: readonly DemoAccount[]
  document(title: string, page: Html): string
  dismissed(): string
}

const canceled = { error: 'access_denied', error_description: 'The sign-in was canceled' }

export async function chooseAccount(
  choice: AccountChoice,
  req: IncomingMessage,
  res: ServerResponse,
): Promise<void> {
  try {
    await choice.provider.interactionDetails(req, res)
    if (req.method === 'GET' || req.method === 'HEAD') show(choice, res, 200)
    else if (req.method === 'POST') await answer(choice, req, res)
    else sendText(res.setHeader('Allow', 'GET, HEAD, POST'), 405, 'Method not allowed')
  } catch (error) {
    if (!(error instanceof SessionNotFound)) throw error
    sendPage(res, 400, choice.dismissed())
  }
}

async function answer(choice: AccountChoice, req: IncomingMessage, res: ServerResponse): Promise<void> {
  if (req.headers.origin !== choice.publicUrl)
    return sendText(res, 403, 'This form was sent from another site')
  const form = await readForm(req)
  if (!form) return sendText(res, 400, 'This is not the form of this page')

  if (form.has('cancel')) return finish(choice, req, res, canceled)
  const chosen = choice.accounts.find((account) => account.subject === form.get('account'))
  if (chosen) return finish(choice, req, res, { login: { accountId: chosen.subject, remember: false } })

  const input = { name: form.get('name') ?? '', email: form.get('email') ?? '' }
  const errors = validatePerson(input, choice.accounts)
  if (Object.keys(errors).length > 0) return show(choice, res, 422, input, errors)
  const person = await storePerson(choice.db, input)
  await finish(choice, req, res, { login: { accountId: person.subject, remember: false } })
}

function finish(
  choice: AccountChoice,
  req: IncomingMessage,
  res: ServerResponse,
  result: InteractionResults,
): Promise<void> {
  return choice.provider.interactionFinished(req, res, result, { mergeWithLastSubmission: false })
}

function show(
  choice: AccountChoice,
  res: ServerResponse,
  status: number,
  input: PersonInput = { name: '', email: '' },
  errors: PersonErrors = {},
): void {
  const { siteName, accounts } = choice
  const title = status === 200 ? 'Choose an account' : 'Problem: choose an account'
  sendPage(res, status, choice.document(title, accountPage({ siteName, accounts, input, errors })))
}
