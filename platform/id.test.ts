import { expect, test } from 'vitest'
import { isId, newId } from './id.server.ts'

test('an id is a UUID in small letters, as the database returns it', () => {
  const id = newId()
  expect(isId(id)).toBe(true)
  for (const other of [id.toUpperCase(), `{${id}}`, id.replaceAll('-', ''), '', undefined])
    expect(isId(other), other).toBe(false)
})
