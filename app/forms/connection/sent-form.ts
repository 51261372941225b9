interface SentForm {
  form: HTMLFormElement
  submitter: HTMLElement | null
}

let last: SentForm | null = null

export function watchSentForms(): void {
  document.addEventListener(
    'submit',
    (event) => {
      if (!(event.target instanceof HTMLFormElement)) return
      last = { form: event.target, submitter: event.submitter }
    },
    true,
  )
}

/** A function that sends the last sent form again, with what it holds by then. */
export function resendLastForm(): () => void {
  const sent = last
  return () => {
    if (!sent?.form.isConnected) return
    sent.form.requestSubmit(sent.submitter?.isConnected ? sent.submitter : null)
  }
}
