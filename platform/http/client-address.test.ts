import { expect, test } from 'vitest'
import { addressBehind } from '#platform/http/client-address.ts'

test('without a trusted proxy, only the socket counts', () => {
  expect(addressBehind('203.0.113.9', '198.51.100.1', 0)).toBe('203.0.113.9')
  expect(addressBehind('203.0.113.9', undefined, 0)).toBe('203.0.113.9')
})

test('behind proxies, the address that the outermost of ours saw counts', () => {
  expect(addressBehind('10.0.0.1', '198.51.100.1', 1)).toBe('198.51.100.1')
  expect(addressBehind('10.0.0.1', '6.6.6.6, 198.51.100.1', 1)).toBe('198.51.100.1')
  expect(addressBehind('10.0.0.1', '6.6.6.6, 198.51.100.1, 10.0.0.2', 2)).toBe('198.51.100.1')
})

test('what is no address, or missing, falls back to the socket', () => {
  expect(addressBehind('10.0.0.1', 'unknown', 1)).toBe('10.0.0.1')
  expect(addressBehind('10.0.0.1', '', 1)).toBe('10.0.0.1')
  expect(addressBehind('10.0.0.1', undefined, 2)).toBe('10.0.0.1')
})

test('an IPv6 network counts as one client, and mapped addresses as what they map', () => {
  expect(addressBehind('2001:db8:1:2:3:4:5:6', undefined, 0)).toBe('2001:db8:1:2::/64')
  expect(addressBehind('2001:db8::6', undefined, 0)).toBe('2001:db8:0:0::/64')
  expect(addressBehind('::1', undefined, 0)).toBe('0:0:0:0::/64')
  expect(addressBehind('::ffff:203.0.113.9', undefined, 0)).toBe('203.0.113.9')
})
