import { expect, test } from 'vitest'
import { interruptible } from './interruptible.ts'

test('a wait ends with its promise', async () => {
  const { wait } = interruptible()
  expect(await wait(Promise.resolve(1))).toBe(1)
  await expect(wait(Promise.reject(new Error('failed')))).rejects.toThrow('failed')
  expect(await wait(Promise.resolve(2))).toBe(2)
})

test('an interruption ends the present wait and all later ones', async () => {
  const { wait, interrupt } = interruptible()
  const waiting = wait(new Promise(() => {}))
  interrupt(new Error('first'))
  interrupt(new Error('second'))
  await expect(waiting).rejects.toThrow('first')
  await expect(wait(Promise.resolve(1))).rejects.toThrow('first')
})
