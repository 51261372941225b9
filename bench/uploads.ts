import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import sql from 'sql-template-tag'
import { type Part, withSites } from './measure.ts'
import { type Site, signedInMembers } from './site.ts'

const uploaders = 40
const megabytes = 9.8

/** Memory of the app while many members send a picture of 24 megapixels at once, and 30 s later. */
export const uploads: Part = (versions) =>
  withSites(versions, async (sites) => {
    const picture = await largePicture()
    const found: string[] = []
    for (const site of sites) found.push(await peakOf(site, picture))
    return [{ work: `${uploaders} uploads of ${megabytes} MB at once`, found, goal: 'memory falls back' }]
  })

async function peakOf(site: Site, picture: File): Promise<string> {
  await sleep(5_000)
  const before = site.memory().app
  const samples: number[] = []
  const watching = setInterval(() => samples.push(site.memory().app), 200)
  const members = await signedInMembers(site.db, uploaders)
  const open = await site.db.row<{ id: string }>(sql`
    select id from challenges where status = 'active' and kind = 'image' order by deadline desc limit 1`)
  const address = `${site.origin}/challenges/${open?.id}/submit`
  const begun = performance.now()
  const stored = await Promise.all(
    members.map(({ cookie }, index) => upload(address, cookie, index, picture)),
  )
  const seconds = ((performance.now() - begun) / 1000).toFixed(0)
  clearInterval(watching)
  await sleep(30_000)
  const [peak, after] = [Math.max(...samples), site.memory().app].map((one) => one.toFixed(0))
  return `${stored.filter(Boolean).length} stored in ${seconds} s; ${before.toFixed(0)} MB, peak ${peak}, 30 s later ${after}`
}

/** A form without a title, so that the picture is stored and no submission is made. */
async function upload(address: string, cookie: string, index: number, picture: File): Promise<boolean> {
  const body = new FormData()
  body.set('title', '')
  body.set('image', picture)
  const { origin } = new URL(address)
  const headers = { Cookie: cookie, Origin: origin, Accept: 'application/json' }
  const from = { 'X-Forwarded-For': `10.2.0.${index + 1}` }
  const answer = await fetch(address, { method: 'POST', body, headers: { ...headers, ...from } })
  return answer.status === 422 && (await answer.text()).includes('"widths"')
}

/** A photograph with noise, which no format compresses well, filled up to the size. */
async function largePicture(): Promise<File> {
  const [width, height] = [6_000, 4_000]
  const noise = { type: 'gaussian', mean: 128, sigma: 20 } as const
  const image = sharp({ create: { width, height, channels: 3, background: 'gray', noise } })
  const bytes = await image.jpeg({ quality: 70 }).toBuffer()
  const size = Math.round(megabytes * 2 ** 20)
  return new File([bytes, Buffer.alloc(size - bytes.length)], 'picture', { type: 'image/jpeg' })
}
