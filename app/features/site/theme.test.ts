import { expect, test } from 'vitest'
import { themeCookie } from '#app/ui/theme.ts'
import { themeIn } from '#platform/http/theme-cookie.ts'
import { origin } from '#test/request-context.ts'

const sent = (theme: 'dark' | 'light' | 'system') => `a=b; ${themeCookie(theme).split(';')[0]}; c=d`

test('a choice is remembered, and system forgets it', () => {
  expect(themeIn(sent('dark'), origin)).toBe('dark')
  expect(themeIn(sent('light'), origin)).toBe('light')
  expect(themeIn(sent('system'), origin)).toBeUndefined()
  expect(themeCookie('system')).toContain('Max-Age=0')
})

test('anything else is no choice', () => {
  for (const cookies of [null, undefined, '', 'theme', 'theme="><script>', 'theme=Dark', 'xtheme=dark'])
    expect(themeIn(cookies, origin)).toBeUndefined()
})

test('can be written by the script of a page', () => {
  expect(themeCookie('dark')).not.toMatch(/HttpOnly/i)
})
