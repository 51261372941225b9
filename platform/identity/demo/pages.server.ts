import { type Html, html } from '#platform/text/html.ts'
import type { DemoAccount } from './accounts.ts'
import type { PersonErrors, PersonInput } from './people.server.ts'

interface AccountPage {
  siteName: string
  accounts: readonly DemoAccount[]
  input: PersonInput
  errors: PersonErrors
}

/** The demo's sign-in page: three forms that post to the page's own URL. */
export function accountPage({ siteName, accounts, input, errors }: AccountPage): Html {
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
      <div class="actions">
        <button class="button go" name="new" value="yes">Continue</button>
        <button class="button" name="cancel" value="yes">Cancel</button>
      </div>
    </form>`
}

export function dismissedPage(): Html {
  return html`
    <p class="eyebrow">Demo sign-in</p>
    <h1>This sign-in has expired</h1>
    <p class="lead">It was completed or canceled, or it took too long. Please start again.</p>
    <div class="actions"><a class="button go" href="/login">Return to Login</a></div>`
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
