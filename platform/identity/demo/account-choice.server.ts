import type { IncomingMessage, ServerResponse } from 'node:http'
import type { InteractionResults, Provider } from 'oidc-provider'
import { SessionNotFound } from 'oidc-provider/lib/helpers/errors.js'
import type { Db } from '#platform/database/database.server.ts'
import { type Html, html } from '#platform/text/html.ts'
import type { DemoAccount } from './accounts.ts'
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

interface AccountPage {
  siteName: string
  accounts: readonly DemoAccount[]
  input: PersonInput
  errors: PersonErrors
}

/** The demo's sign-in page: three forms that post to the page's own URL. */
function accountPage({ siteName, accounts, input, errors }: AccountPage): Html {
  return html`
    <p class="eyebrow">Demo sign-in</p>
    <h1>Choose an account</h1>
    <p class="lead">
      ${siteName} runs as a demo on this machine, and this page replaces a provider such as Google. No password is
      needed.
    </p>
    <form method="post">
      <ul class="accounts">
        ${accounts.map(accountChoice)}
      </ul>
    </form>
    <h2>Or sign in as a new user</h2>
    <form method="post" novalidate>
      ${field({ name: 'name', label: 'Your name', type: 'text', autocomplete: 'name' }, input, errors)}
      ${field({ name: 'email', label: 'E-mail address', type: 'email', autocomplete: 'email' }, input, errors)}
      <p class="hint">
        ${siteName} gives new members a random name, which you can change in your profile.
        No e-mail is sent. The same address leads to the same account. Unverified addresses never get admin rights.
      </p>
      <div class="buttons">
        <button class="button go" name="new" value="yes">Continue</button>
        <button class="button quiet" name="cancel" value="yes">Cancel</button>
      </div>
    </form>`
}

export function dismissedPage(publicUrl: string): Html {
  return html`
    <p class="eyebrow">Demo sign-in</p>
    <h1>This sign-in has expired</h1>
    <p class="lead">It was completed or canceled, or it took too long. Please start again.</p>
    <div class="buttons"><a class="button go" href="${publicUrl}/login">Return to Login</a></div>`
}

function accountChoice(account: DemoAccount): Html {
  return html`
    <li>
      <button class="account" name="account" value="${account.subject}">
        <span class="initial" aria-hidden="true">${[...account.name][0] ?? ''}</span>
        <span class="who"><strong>${account.name}</strong> <span class="address">${account.email}</span></span>
        <span class="note">${account.note}</span>
      </button>
    </li>`
}

interface Field {
  name: keyof PersonInput
  label: string
  type: string
  autocomplete: string
}

function field({ name, label, type, autocomplete }: Field, input: PersonInput, errors: PersonErrors): Html {
  const problem = errors[name]
  const first = Object.keys(errors)[0] === name
  return html`
    <div class="field">
      <label for="${name}">${label}</label>
      <input id="${name}" name="${name}" type="${type}" autocomplete="${autocomplete}" value="${input[name]}" required
        ${problem && html`aria-invalid="true" aria-describedby="${name}-problem"`} ${first && html`autofocus`}>
      ${problem && html`<p class="problem" id="${name}-problem" ${first && html`role="alert"`}>${problem}</p>`}
    </div>`
}
