import { clientRouter, nextLocation } from './router.ts'

interface SentForm {
  form: HTMLFormElement
  submitter: HTMLElement | null
  action: string
  /** The path and search of the page that it was sent from. */
  page: string
}

/** The latest first. */
let sent: SentForm[] = []

export function watchSentForms(): void {
  document.addEventListener(
    'submit',
    ({ target, submitter }) => {
      const form = target as HTMLFormElement
      const page = location.pathname + location.search
      sent = [{ form, submitter, action: form.action, page }, ...sent.slice(0, 9)]
    },
    true,
  )
}

/** A function that sends the last form to `address` again with what it holds by then, also if it has left the page. */
export function resendForm(address: string): () => void {
  const last = lastTo(address)
  return () => {
    if (!last) return
    const { form, submitter, action } = last
    if (form.isConnected && form.action === action)
      form.requestSubmit(submitter?.isConnected ? submitter : null)
    else sendAgain(last)
  }
}

let attempts = 0

/** Sends a form to a path without leaving the page. */
export function sendBeside(path: string, formData: FormData): void {
  void clientRouter().fetch(`beside-${attempts++}`, 'root', path, { formMethod: 'POST', formData })
}

function sendAgain({ form, submitter, action }: SentForm): void {
  const { pathname, search } = new URL(action)
  const formData = new FormData(form)
  if (submitter instanceof HTMLButtonElement && submitter.name)
    formData.append(submitter.name, submitter.value)
  sendBeside(pathname + search, formData)
}

/** Whether the last form to `address` was sent from another page than the current one, or the next one. */
export function hasLeftFormPage(address: string): boolean {
  const { pathname, search } = nextLocation()
  const last = lastTo(address)
  return last !== undefined && last.page !== pathname + search
}

/** Whether the last form to `address` is no longer shown, and so shows no refusal. */
export function isFormGone(address: string): boolean {
  return hasLeftFormPage(address) || lastTo(address)?.form.isConnected === false
}

function lastTo(address: string): SentForm | undefined {
  return sent.find(({ action }) => action.endsWith(address))
}
