import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createLogger, oncePerSecond } from './log.server.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('allows one of each kind per second, with the count of the others', () => {
  const mayWrite = oncePerSecond()
  expect(mayWrite('a')).toEqual({ isFirst: true, suppressed: 0 })
  for (let count = 1; count <= 9; count++) expect(mayWrite('a')).toBeUndefined()
  expect(mayWrite('b')).toEqual({ isFirst: true, suppressed: 0 })
  vi.advanceTimersByTime(1_000)
  expect(mayWrite('a')).toEqual({ isFirst: false, suppressed: 9 })
  vi.advanceTimersByTime(1_500)
  expect(mayWrite('a')).toEqual({ isFirst: false, suppressed: 0 })
})

test('errors of the same kind about one thing or another are one kind', () => {
  const lines: string[] = []
  const log = createLogger({ level: 'info', write: (line) => lines.push(line) })
  const ids = ['01a21ecd-e167-7aff-b858-c6bc368e3ba0', '01a21ece-0000-7aff-b858-c6bc368e3ba1']
  for (const id of ids)
    log.error({ err: new Error(`could not read images/${id}/480.webp`) }, 'request failed')
  expect(lines).toHaveLength(1)
  expect(lines[0]).toContain(ids[0])
})

test('an error without a text is logged', () => {
  const lines: string[] = []
  const log = createLogger({ level: 'info', write: (line) => lines.push(line) })
  log.error({ err: Object.assign(new Error('x'), { message: undefined }) }, 'request failed')
  expect(lines).toHaveLength(1)
})

test('a flood of errors is one line with a stack, then a count, and other lines pass', () => {
  const lines: string[] = []
  const log = createLogger({ level: 'info', write: (line) => lines.push(line) })
  for (let count = 0; count < 1_000; count++) log.error({ err: new Error('lost') }, 'request failed')
  log.error({ err: Object.assign(new Error('lost'), { code: 'E1' }) }, 'request failed')
  log.info('one')
  log.info('two')
  expect(lines).toHaveLength(4)
  expect(JSON.parse(lines[0] ?? '').err.stack).toContain('flood.test')
  vi.advanceTimersByTime(1_000)
  log.error({ err: new Error('lost') }, 'request failed')
  expect(lines).toHaveLength(5)
  expect(JSON.parse(lines[4] ?? '')).toMatchObject({ suppressed: 999, err: { message: 'lost' } })
  expect(lines[4]).not.toContain('stack')
})
