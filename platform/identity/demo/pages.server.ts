import { type Html, html } from '#platform/text/html.ts'
import type { DemoAccount } from './accounts.ts'
import type { PersonErrors, PersonInput } from './people.server.ts'

interface Site {
  siteName: string
  publicUrl: string
  stylesheet: string
}

interface AccountPage {
  siteName: string
  accounts: readonly DemoAccount[]
  input: PersonInput
  errors: PersonErrors
}

const mark = html`
  <svg class="mark" viewBox="0 0 32 32" aria-hidden="true">
    <path class="ring" d="M26.800 9.200A12.600 12.600 0 1 1 19.600 3.900" />
    <path class="slit" d="M9.200 12.600h13.600c.8 0 1.300.8 1 1.500a8.300 8.300 0 0 1-15.600 0c-.3-.7.2-1.500 1-1.500Z" />
  </svg>`

const scene = html`
  <svg class="scene" viewBox="0 0 1440 900" preserveAspectRatio="xMidYMax slice" aria-hidden="true">
    <circle class="orb" cx="1072" cy="318" r="132" />
    <path class="ridge-1" d="M0 620c110-80 200-112 330-58 104 43 168 20 262-44 120-82 220-62 338 12 140 88 262 62 510-86v456H0Z" />
    <path class="ridge-2" d="M0 706c170-84 300-78 456-22 166 60 300 30 446-36 180-82 330-40 538 44v208H0Z" />
    <path class="ridge-3" d="M0 790c220-60 420-44 610-4 270 58 520 10 830-52v166H0Z" />
    <path class="ridge-4" d="M0 852c300-40 520-18 760-6 260 14 460-12 680-38v92H0Z" />
  </svg>`

/** A whole page of the demo provider. */
export function documentOf({ siteName, publicUrl, stylesheet }: Site, title: string, page: Html): string {
  return html`<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="robots" content="noindex">
  <title>${title} | ${siteName}</title>
  <link rel="stylesheet" href="${stylesheet}">
  <link rel="icon" href="${publicUrl}/favicon.svg" type="image/svg+xml">
</head>
<body>
  ${scene}
  <header><a class="home" href="${publicUrl}/">${mark}<span>${siteName}</span></a></header>
  <main>${page}</main>
</body>
</html>
`.text
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
