import { afterEach, expect, it, vi } from 'vitest'
import { sendForm } from './send-form.ts'

afterEach(() => vi.unstubAllGlobals())

it('fails if an answer that is named JSON cannot be parsed', async () => {
  class CutRequest {
    upload = {}
    responseURL = 'https://dojo.example/send'
    responseText = '{"ok": tr'
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
  vi.stubGlobal('XMLHttpRequest', CutRequest)
  const options = { timeoutMs: 9, failedMessage: 'Not saved.', onProgress() {} }
  expect(await sendForm('/send', new URLSearchParams(), options).result).toEqual({
    is: 'failed',
    message: 'Not saved.',
    retryAfterMs: null,
  })
})
