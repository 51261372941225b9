import { afterEach, expect, it, vi } from 'vitest'
import { sendForm } from './send-form.ts'

afterEach(() => vi.unstubAllGlobals())

it.each([
  ['cannot be parsed', '{"ok": tr'],
  ['is of another program', '{"error": "unknown route"}'],
  ['says that it succeeded, but not where to go', '{"ok": true}'],
  ['is empty', '{}'],
  ['is a list', '[]'],
  ['is nothing', 'null'],
  ['is of a service for files', '{"secure_url": null}'],
  ['refuses without what was sent', '{"ok": false, "values": [], "errors": "none"}'],
  ['tells of a maintenance of its own', '{"maintenance": true}'],
])('fails if an answer that is named JSON %s', async (_, responseText) => {
  class Request {
    upload = {}
    responseURL = 'https://dojo.example/send'
    responseText = responseText
    onload = () => {}
    open() {}
    setRequestHeader() {}
    getResponseHeader(name: string) {
      return name === 'Content-Type' ? 'application/json' : null
    }
    send() {
      this.onload()
    }
  }
  vi.stubGlobal('XMLHttpRequest', Request)
  const options = { timeoutMs: 9, failedMessage: 'Not saved.', onProgress() {} }
  expect(await sendForm('/send', new URLSearchParams(), options).result).toEqual({
    is: 'failed',
    message: 'Not saved.',
    retryAfterMs: null,
  })
})
