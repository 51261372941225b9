import { expect, test } from 'vitest'
import { setTheme, themeIn } from '#platform/http/choice-cookies.ts'
import { origin } from '#test/request-context.ts'

const cookieHeader = (theme: 'dark' | 'light' | 'system') => `a=b; ${setTheme(theme).split(';')[0]}; c=d`

test('stores a choice, and system clears it', () => {
  expect(themeIn(cookieHeader('dark'), origin)).toBe('dark')
  expect(themeIn(cookieHeader('light'), origin)).toBe('light')
  expect(themeIn(cookieHeader('system'), origin)).toBeUndefined()
  expect(setTheme('system')).toContain('Max-Age=0')
})

test('ignores other values', () => {
  for (const cookies of [null, undefined, '', 'theme', 'theme="><script>', 'theme=Dark', 'xtheme=dark'])
    expect(themeIn(cookies, origin)).toBeUndefined()
})

test('can be written by scripts', () => {
  expect(setTheme('dark')).not.toMatch(/HttpOnly/i)
})
