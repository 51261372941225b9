import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { JobLimits } from './image-job.server.ts'
import { type ImageProcess, openImageProcess } from './image-process.server.ts'

const run = promisify(execFile)
const options = { maxPixels: 52_000_000, widths: [480], alwaysTo: 480, square: null }
const png = await sharp({ create: { width: 60, height: 60, channels: 3, background: '#c33' } })
  .png()
  .toBuffer()
const noCpuLimit = { cpuSeconds: 1_000 }

function open(limits: Partial<JobLimits> = {}, idleMs?: number): ImageProcess {
  const opened = openImageProcess({ limits, ...(idleMs !== undefined && { idleMs }) })
  onTestFinished(() => opened.close())
  return opened
}

const resize = (opened: ImageProcess, source: Uint8Array = png) => opened.run('resizeImage', source, options)

async function expectWorking(opened: ImageProcess): Promise<void> {
  expect(await resize(opened)).toMatchObject({ image: { width: 60, height: 60 } })
}

/** The image processes that `of` started. */
async function children(of: number | undefined = process.pid): Promise<number[]> {
  const { stdout } = await run('ps', ['-A', '-o', 'pid=,ppid=,command='])
  const lines = stdout.split('\n').filter((line) => line.includes('image-child'))
  return lines
    .map((line) => line.trim().split(/\s+/).map(Number) as [number, number])
    .flatMap(([pid, parent]) => (parent === of ? [pid] : []))
}

function isRunning(pid = 0): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** A working image process and the id of its process. */
async function opened(limits: Partial<JobLimits> = {}, idleMs?: number) {
  const before = await children()
  const imageProcess = open(limits, idleMs)
  await expectWorking(imageProcess)
  const pid = (await children()).find((each) => !before.includes(each)) ?? 0
  return { imageProcess, pid }
}

describe('a job', () => {
  test.each([
    ['CPU time', { cpuSeconds: 0.5 }, manyFrames],
    ['time', { ...noCpuLimit, seconds: 0.5 }, manyFrames],
    ['memory', { ...noCpuLimit, residentBytes: 200 * 1024 ** 2 }, interlaced],
  ] as const)('over its limit of %s ends, and the next one runs', async (_, limits, make) => {
    const changing: Partial<JobLimits> = { ...limits }
    const imageProcess = open(changing)
    await expect(resize(imageProcess, make())).rejects.toMatchObject({ reason: 'over a limit' })
    changing.seconds = 60
    await expectWorking(imageProcess)
  })

  test('whose decoder crashes is refused, and the next one runs', async () => {
    const { imageProcess, pid } = await opened()
    const refused = expect(resize(imageProcess, manyFrames())).rejects.toMatchObject({
      reason: 'crashed',
    })
    process.kill(pid, 'SIGSEGV')
    await refused
    await expectWorking(imageProcess)
  })

  test('ended by the system is not called over a limit, and the next one runs', async () => {
    const { imageProcess, pid } = await opened()
    const ended = expect(resize(imageProcess, manyFrames())).rejects.toMatchObject({
      reason: 'ended',
    })
    process.kill(pid, 'SIGKILL')
    await ended
    await expectWorking(imageProcess)
  })

  test('that fails keeps the process', async () => {
    const { imageProcess } = await opened()
    const before = await children()
    await expect(imageProcess.run('renderPng', 'no drawing')).rejects.toThrow('unsupported image format')
    await expectWorking(imageProcess)
    expect(await children()).toEqual(before)
  })
})

describe('the image process', () => {
  test('does not get the environment of the server', async () => {
    process.env.DATABASE_URL = 'postgres://secret'
    onTestFinished(() => {
      delete process.env.DATABASE_URL
    })
    const { pid } = await opened()
    const { stdout } = await run('ps', ['eww', '-o', 'command=', '-p', String(pid)])
    expect(stdout).toContain('UV_THREADPOOL_SIZE')
    expect(stdout).not.toContain('postgres')
  })

  test('ends when it is idle', async () => {
    const { imageProcess, pid } = await opened({}, 500)
    await expect.poll(() => children()).not.toContain(pid)
    await expectWorking(imageProcess)
  })

  test('ended by the system while idle is started again', async () => {
    const { imageProcess, pid } = await opened()
    process.kill(pid, 'SIGKILL')
    await expect.poll(() => isRunning(pid)).toBe(false)
    await expectWorking(imageProcess)
  })

  test('ends during a job when the server is killed', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'dojo-image-process-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    await writeFile(join(folder, 'small.png'), png)
    await writeFile(join(folder, 'costly.webp'), manyFrames())
    await writeFile(join(folder, 'server.ts'), serverScript)
    const server = spawn(process.execPath, [join(folder, 'server.ts')], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    await once(server.stdout, 'data')
    const [pid] = await children(server.pid)
    server.kill('SIGKILL')
    expect(pid).toBeGreaterThan(0)
    await expect.poll(() => isRunning(pid)).toBe(false)
  })

  test('that cannot be started refuses the job', async () => {
    const { execPath } = process
    process.execPath = '/nonexistent/node'
    onTestFinished(() => {
      process.execPath = execPath
    })
    const imageProcess = open()
    await expect(resize(imageProcess)).rejects.toMatchObject({ reason: 'ended' })
    process.execPath = execPath
    await expectWorking(imageProcess)
  })
})

const serverScript = `
import { readFile } from 'node:fs/promises'
import { openImageProcess } from '${import.meta.dirname}/image-process.server.ts'
const imageProcess = openImageProcess({ limits: { cpuSeconds: 1000, seconds: 1000 } })
const resize = async (name) =>
  imageProcess.run('resizeImage', await readFile(import.meta.dirname + '/' + name), ${JSON.stringify(options)})
if ((await resize('small.png')).image) setTimeout(() => process.stdout.write('working'), 100)
await resize('costly.webp')
`

/** An animation of 60 x 60 pixels whose 130,000 frames take about 50 s to find. */
function manyFrames(): Buffer {
  const frame = (width: number, image: Buffer) => {
    const head = Buffer.alloc(16)
    head.writeUIntLE(width - 1, 6, 3)
    head.writeUIntLE(width - 1, 9, 3)
    return riff('ANMF', Buffer.concat([head, image]))
  }
  const tiny = frame(1, riff('VP8L', Buffer.from([0x2f, 0, 0, 0, 0])))
  const canvas = Buffer.alloc(10)
  canvas[0] = 2
  canvas.writeUIntLE(59, 4, 3)
  canvas.writeUIntLE(59, 7, 3)
  const frames = Buffer.alloc(tiny.length * 130_000, tiny)
  const body = [Buffer.from('WEBP'), riff('VP8X', canvas), riff('ANIM', Buffer.alloc(6)), frames]
  return riff('RIFF', Buffer.concat(body))
}

function riff(type: string, data: Buffer): Buffer {
  const head = Buffer.from(`${type}    `)
  head.writeUInt32LE(data.length, 4)
  return Buffer.concat([head, data, Buffer.alloc(data.length & 1)])
}

/** 4,000 x 4,000 pixels of 8 bytes, which a decoder holds all at once. */
function interlaced(): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(4_000)
  header.writeUInt32BE(4_000, 4)
  header.set([16, 6, 0, 0, 1], 8)
  const pixels = deflateSync(Buffer.alloc(130_000_000), { level: 1 })
  const chunks = [chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))]
  return Buffer.concat([png.subarray(0, 8), ...chunks])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data])
  const ends = Buffer.alloc(8)
  ends.writeUInt32BE(data.length)
  ends.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)])
}
