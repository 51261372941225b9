import { beforeEach, expect, test } from 'vitest'
import { logConsole } from './console.server.ts'
import { createLogger } from './log.server.ts'

const printedTo = { ...console }
let lines: Array<Record<string, unknown>>

beforeEach(() => {
  lines = []
  logConsole(createLogger({ level: 'info', write: (line) => lines.push(JSON.parse(line)) }), printedTo)
})

test('errors that libraries print become one line a second for each kind', () => {
  for (let count = 0; count < 100; count++) printedTo.error(new Error('the bucket broke off'))
  printedTo.error('%s went wrong', 'something')
  printedTo.error('While sending:', new TypeError('no number'))
  expect(lines).toMatchObject([
    { level: 'error', err: { message: 'the bucket broke off', stack: expect.any(String) } },
    { level: 'error', err: { message: 'something went wrong' } },
    { level: 'error', msg: 'While sending: TypeError: no number', err: { type: 'TypeError' } },
  ])
})

test('warnings stay warnings, and the rest is for debugging', () => {
  printedTo.warn('deprecated: %s', Object.assign(new Error('x'), { detail: 'a row' }))
  printedTo.info('The user aborted a request.')
  printedTo.log('hello')
  printedTo.debug('hello')
  expect(lines).toMatchObject([{ level: 'warn', msg: 'deprecated: Error: x' }])
})
