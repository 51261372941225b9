import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type SaveResult, saveSchedule } from './save-schedule.ts'

let saves: { asked: boolean; text: string; end: (result: SaveResult) => void; crash: () => void }[]
let text: string
let schedule: ReturnType<typeof saveSchedule>

beforeEach(() => {
  vi.useFakeTimers()
  saves = []
  text = ''
  schedule = saveSchedule(
    (asked) =>
      new Promise((resolve, crash) => saves.push({ asked, text, end: (result) => resolve(result), crash })),
  )
  schedule.enable(true)
})

afterEach(() => {
  schedule.enable(false)
  vi.useRealTimers()
})

const saved: SaveResult = { is: 'saved' }
const lost: SaveResult = { is: 'failed', retryAfterMs: null }

function type(input: string) {
  text = input
  schedule.change()
}

async function end(result: SaveResult) {
  saves.at(-1)?.end(result)
  await vi.advanceTimersByTimeAsync(0)
}

/** How many saves began by then. */
async function savesAfter(ms: number): Promise<number> {
  await vi.advanceTimersByTimeAsync(ms)
  return saves.length
}

describe('a form is saved', () => {
  it('three seconds after the last change', async () => {
    type('a')
    expect(await savesAfter(2_999)).toBe(0)
    type('ab')
    expect(await savesAfter(2_999)).toBe(0)
    expect(await savesAfter(1)).toBe(1)
    expect(saves[0]).toMatchObject({ text: 'ab', asked: false })
    await end(saved)
    expect(await savesAfter(600_000)).toBe(1)
  })

  it('at most 15 seconds after the first change', async () => {
    for (let second = 0; second < 15; second++) {
      type(`${second}`)
      expect(await savesAfter(1_000)).toBe(second === 14 ? 1 : 0)
    }
  })

  it('one save at a time, the newest state last', async () => {
    type('a')
    await savesAfter(3_000)
    type('ab')
    schedule.ask()
    schedule.hurry()
    expect(await savesAfter(60_000)).toBe(1)
    await end(saved)
    expect(saves.map((save) => save.text)).toEqual(['a', 'ab'])
    expect(saves[1]).toMatchObject({ asked: true })
  })

  it('again at once if it was changed during a save that was asked for', async () => {
    schedule.ask()
    expect(await savesAfter(0)).toBe(1)
    type('a')
    await end(saved)
    expect(saves[1]).toMatchObject({ asked: true, text: 'a' })
    type('ab')
    await end(saved)
    expect(await savesAfter(2_999)).toBe(2)
    expect(await savesAfter(1)).toBe(3)
    expect(saves[2]).toMatchObject({ asked: false, text: 'ab' })
  })

  it('before the page is hidden', () => {
    schedule.hurry()
    expect(saves).toHaveLength(0)
    type('a')
    schedule.hurry()
    expect(saves).toHaveLength(1)
  })
})

describe('a save that failed', () => {
  it('is repeated after a growing time', async () => {
    type('a')
    expect(await savesAfter(3_000)).toBe(1)
    for (const seconds of [5, 10, 20, 40, 80, 120, 120]) {
      const before = saves.length
      await end(lost)
      expect(await savesAfter(seconds * 1_000 - 1)).toBe(before)
      expect(await savesAfter(1)).toBe(before + 1)
    }
    await end(saved)
    expect(schedule.hasChanges()).toBe(false)
  })

  it('is repeated earlier at the next change, but not at once for each change', async () => {
    type('a')
    await savesAfter(3_000)
    await end(lost)
    await savesAfter(1_000)
    type('ab')
    expect(await savesAfter(2_999)).toBe(1)
    expect(await savesAfter(1)).toBe(2)
    await end(lost)
    type('abc')
    expect(await savesAfter(2_999)).toBe(2)
  })

  it('is repeated as asked for if that was during the save, but not later', async () => {
    type('a')
    await savesAfter(3_000)
    schedule.ask()
    await end(lost)
    expect(await savesAfter(5_000)).toBe(2)
    expect(saves[1]).toMatchObject({ asked: true })
    schedule.ask()
    schedule.reset()
    await end(saved)
    type('b')
    await savesAfter(3_000)
    expect(saves[2]).toMatchObject({ asked: false })
  })

  it('is repeated also after an error in the page', async () => {
    type('a')
    await savesAfter(3_000)
    saves[0]?.crash()
    expect(await savesAfter(4_999)).toBe(1)
    expect(await savesAfter(1)).toBe(2)
  })

  it('is repeated when the server asks for it, not before for a change, but for the member', async () => {
    type('a')
    await savesAfter(3_000)
    await end({ is: 'failed', retryAfterMs: 60_000 })
    type('ab')
    schedule.hurry()
    expect(await savesAfter(59_999)).toBe(1)
    expect(await savesAfter(1)).toBe(2)
    await end({ is: 'failed', retryAfterMs: 60_000 })
    schedule.ask()
    expect(await savesAfter(0)).toBe(3)
    await end(saved)
    type('abc')
    expect(await savesAfter(3_000)).toBe(4)
  })
})

describe('a refused save', () => {
  it('waits for the next change', async () => {
    type('a')
    await savesAfter(3_000)
    await end({ is: 'refused' })
    expect(await savesAfter(600_000)).toBe(1)
    schedule.hurry()
    expect(saves).toHaveLength(1)
    type('ab')
    expect(await savesAfter(3_000)).toBe(2)
    type('abc')
    await end({ is: 'refused' })
    expect(await savesAfter(3_000)).toBe(3)
  })

  it('waits for the member after a conflict', async () => {
    type('a')
    await savesAfter(3_000)
    schedule.ask()
    await end({ is: 'conflict' })
    type('ab')
    expect(await savesAfter(600_000)).toBe(1)
    schedule.ask()
    expect(await savesAfter(0)).toBe(2)
    await end(saved)
    type('abc')
    expect(await savesAfter(3_000)).toBe(3)
  })

  it('is forgotten once its changes are discarded', async () => {
    type('a')
    await savesAfter(3_000)
    await end({ is: 'conflict' })
    schedule.reset()
    expect(schedule.hasChanges()).toBe(false)
    type('b')
    expect(await savesAfter(3_000)).toBe(2)
  })
})

describe('while the form itself is sent', () => {
  it('a save waits, and begins when the form is shown again', async () => {
    type('a')
    schedule.enable(false)
    schedule.hurry()
    expect(await savesAfter(60_000)).toBe(0)
    schedule.enable(true)
    expect(await savesAfter(0)).toBe(1)
  })

  it('a canceled save is repeated later', async () => {
    type('a')
    await savesAfter(3_000)
    schedule.enable(false)
    await end({ is: 'canceled' })
    expect(await savesAfter(60_000)).toBe(1)
    expect(schedule.hasChanges()).toBe(true)
    schedule.enable(true)
    expect(await savesAfter(0)).toBe(2)
  })
})
