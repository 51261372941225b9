import { expect, test } from 'vitest'
import { parseTheme, readTheme, themeCookie } from './theme.server.ts'

async function rememberedAs(theme: 'dark' | 'light' | 'system') {
  const cookie = (await themeCookie(theme)).split(';')[0] ?? ''
  return readTheme(new Request('http://dojo.test/', { headers: { Cookie: cookie } }))
}

test('a choice is remembered, and system forgets it', async () => {
  expect(await rememberedAs('dark')).toBe('dark')
  expect(await rememberedAs('light')).toBe('light')
  expect(await rememberedAs('system')).toBe('system')
  expect(await themeCookie('system')).toContain('Max-Age=0')
})

test('anything else is no choice', async () => {
  expect(parseTheme('"><script>')).toBe('system')
  expect(parseTheme(undefined)).toBe('system')
  expect(await readTheme(new Request('http://dojo.test/'))).toBe('system')
})
