import { clientRouter } from './router.ts'

interface SentForm {
  form: HTMLFormElement
  submitter: HTMLElement | null
  action: string
}

/** The latest first. */
let sent: SentForm[] = []

export function watchSentForms(): void {
  document.addEventListener(
    'submit',
    ({ target, submitter }) => {
      const form = target as HTMLFormElement
      sent = [{ form, submitter, action: form.action }, ...sent.slice(0, 9)]
    },
    true,
  )
}

/** A function that sends the last form to `address` again with what it holds by then, also if it has left the page. */
export function resendForm(address: string): () => void {
  const last = sent.find(({ action }) => action.endsWith(address))
  return () => {
    if (!last) return
    const { form, submitter, action } = last
    if (form.isConnected && form.action === action)
      form.requestSubmit(submitter?.isConnected ? submitter : null)
    else
      clientRouter().fetch('again', 'root', new URL(action).pathname, {
        formMethod: 'POST',
        formData: new FormData(form),
      })
  }
}
