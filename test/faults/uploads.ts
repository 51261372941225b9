import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { must } from './scenario.ts'
import type { Person } from './world.ts'

const mostTries = 20

/** A photograph of so many pixels; `sigma` is its noise. */
export function photograph(width: number, height: number, sigma: number): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 110, sigma } as const
  return sharp({ create: { width, height, channels: 3, background: '#777', noise } })
    .jpeg({ quality: 80 })
    .toBuffer()
}

interface Upload {
  challengeId: string
  image: Uint8Array<ArrayBuffer>
  index: number
  onRefused?(): void
}

/**
 * Submits an image and sends it again as often as the site asks for that, as the form does. Returns how often it did.
 * Each answer that asks for it holds the text.
 */
export async function upload(
  site: string,
  person: Person,
  { challengeId, image, index, onRefused }: Upload,
): Promise<number> {
  const title = `Picture ${index}`
  const body = new FormData()
  body.set('title', title)
  body.set('description', 'Sent with an image.')
  body.set('aiTools', 'Midjourney')
  body.set('termsAccepted', 'on')
  body.set('image', new Blob([image], { type: 'image/jpeg' }), 'large.jpg')
  const headers = {
    Cookie: person.cookie,
    Origin: site,
    Accept: 'application/json',
    'X-Forwarded-For': `198.51.100.${index + 1}`,
  }
  for (let refusals = 0; ; refusals++) {
    const response = await fetch(`${site}/challenges/${challengeId}/submit`, {
      method: 'POST',
      body,
      headers,
    })
    const answer = (await response.json()) as { values?: { title?: string } }
    if (response.status === 201) return refusals
    const seconds = Number(response.headers.get('retry-after'))
    must(
      response.status === 503 && seconds > 0 && refusals < mostTries,
      `upload ${index} was answered ${response.status} after ${refusals} refusals`,
    )
    must(answer.values?.title === title, `a refusal of upload ${index} has no text`)
    onRefused?.()
    await sleep(seconds * 1_000)
  }
}
