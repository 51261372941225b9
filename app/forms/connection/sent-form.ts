import { clientRouter } from './router.ts'

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
    else {
      const { pathname, search } = new URL(action)
      clientRouter().fetch('again', 'root', pathname + search, {
        formMethod: 'POST',
        formData: new FormData(form),
      })
    }
  }
}

/** Whether the last form to `address` was sent from another page than the current one, or the next one. */
export function hasLeftFormPage(address: string): boolean {
  const { location, navigation } = clientRouter().state
  const { pathname, search } = navigation.location ?? location
  const last = lastTo(address)
  return last !== undefined && last.page !== pathname + search
}

function lastTo(address: string): SentForm | undefined {
  return sent.find(({ action }) => action.endsWith(address))
}
