import { expect, onTestFinished, test, vi } from 'vitest'
import { createLogger } from '#platform/log/log.server.ts'
import { createProgress } from '#platform/log/progress.server.ts'

function logged(fields: object): string {
  const lines: string[] = []
  createLogger({ level: 'info', write: (text) => lines.push(text) }).info(fields, 'hello')
  return lines.join('')
}

test('omits fields named for credentials and addresses', () => {
  const headers = {
    cookie: 'c-secret',
    authorization: 'a-secret',
    'set-cookie': 's-secret',
    accept: 'text/html',
  }
  const line = logged({
    headers,
    email: 'e-secret',
    request: { query: { code: 'q-secret', token: 't-secret' } },
  })
  expect(line).not.toContain('-secret')
  expect(JSON.parse(line)).toMatchObject({ level: 'info', msg: 'hello', headers: { accept: 'text/html' } })
})

test("keeps a database error's kind, but not the row that it repeats", () => {
  const fault = Object.assign(new Error('duplicate key'), {
    code: '23505',
    detail: 'Key (email)=(ann@example.org)',
  })
  const line = logged({ err: fault })
  expect(line).not.toContain('ann@')
  expect(JSON.parse(line).err).toMatchObject({ message: 'duplicate key', fault: '23505' })
})

test('progress prints each step and its duration', async () => {
  const told: string[] = []
  const progress = createProgress({ write: (text) => told.push(text) })
  expect(await progress.step('Starting', async () => 7)).toBe(7)
  await expect(progress.step('Failing', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(told.join('')).toMatch(/^Starting … \d+\.\d s\nFailing … \n$/)
})

test('writes a repeated warning once a second, with the count of those before', () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const lines: string[] = []
  const log = createLogger({ level: 'info', write: (text) => lines.push(text) })
  for (let refused = 0; refused < 1_000; refused++) log.warn({ reason: 'unknown-attempt' }, 'sign-in refused')
  log.warn({ reason: 'suspended' }, 'sign-in refused')
  log.warn('another')
  expect(lines).toHaveLength(3)
  vi.advanceTimersByTime(1_000)
  log.warn({ reason: 'unknown-attempt' }, 'sign-in refused')
  expect(JSON.parse(lines[3] ?? '')).toMatchObject({ reason: 'unknown-attempt', suppressed: 999 })
})
