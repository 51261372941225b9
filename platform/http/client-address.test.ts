import { expect, test } from 'vitest'
import { addressBehind, isNetwork, trustedPeers, votingNetwork } from '#platform/http/client-address.ts'

test('without a trusted proxy, only the socket counts', () => {
  expect(addressBehind('203.0.113.9', '198.51.100.1', 0)).toBe('203.0.113.9')
  expect(addressBehind('203.0.113.9', undefined, 0)).toBe('203.0.113.9')
})

test('behind proxies, the address that the outermost trusted proxy saw counts', () => {
  expect(addressBehind('10.0.0.1', '198.51.100.1', 1)).toBe('198.51.100.1')
  expect(addressBehind('10.0.0.1', '6.6.6.6, 198.51.100.1', 1)).toBe('198.51.100.1')
  expect(addressBehind('10.0.0.1', '6.6.6.6, 198.51.100.1, 10.0.0.2', 2)).toBe('198.51.100.1')
})

test.each([
  ['198.51.100.1:4711', '198.51.100.1'],
  ['[2001:db8:1:2::9]:4711', '2001:db8:1:2::/64'],
  ['"[2001:db8:1:2::9]"', '2001:db8:1:2::/64'],
  ['198.51.100.1:x', '10.0.0.1'],
])('a proxy may append the client with its port: %s', (entry, expected) => {
  expect(addressBehind('10.0.0.1', `6.6.6.6:1, ${entry}`, 1)).toBe(expected)
})

test('an invalid or missing address falls back to the socket', () => {
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

test.each([
  ['2001:0DB8:0001:0002::1', '2001:db8:1:2::/64'],
  ['2001:db8:1:2:0:0:203.0.113.9', '2001:db8:1:2::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::FFFF:cb00:7109', '203.0.113.9'],
  ['::', '0:0:0:0::/64'],
])('%s is written in one way', (address, expected) => {
  expect(addressBehind('10.0.0.1', address, 1)).toBe(expected)
})

test.each([
  ['203.0.113.9', '203.0.113.0/24'],
  ['2001:db8:1:2::/64', '2001:db8:1::/48'],
  ['unknown', 'unknown'],
])('votes from %s are compared with others from %s', (address, network) => {
  expect(votingNetwork(address)).toBe(network)
})

test.each([
  ['127.0.0.1', true],
  ['127.8.9.10', true],
  ['::1', true],
  ['::ffff:127.0.0.1', true],
  ['10.1.2.3', true],
  ['172.16.0.1', true],
  ['172.32.0.1', false],
  ['192.168.255.255', true],
  ['fd00::1', true],
  ['::ffff:192.168.1.1', true],
  ['8.8.8.8', false],
  ['::ffff:8.8.8.8', false],
  ['2001:db8::1', false],
  ['unknown', false],
  ['', false],
])('without a list, %j is trusted: %j', (address, expected) => {
  expect(trustedPeers([])(address)).toBe(expected)
})

test.each([
  ['203.0.113.7', true],
  ['203.0.114.7', false],
  ['198.51.100.1', true],
  ['198.51.100.2', false],
  ['2001:db8:1::99', true],
  ['2001:db8:2::99', false],
])('with a list, %j is trusted: %j', (address, expected) => {
  expect(trustedPeers(['203.0.113.0/24', '198.51.100.1', '2001:db8:1::/48'])(address)).toBe(expected)
})

test.each([
  ['203.0.113.0/24', true],
  ['203.0.113.9', true],
  ['2001:db8::/32', true],
  ['203.0.113.0/33', false],
  ['203.0.113.0/-1', false],
  ['203.0.113.0/', false],
  ['203.0.113.0/8/8', false],
  ['example.org', false],
  ['', false],
])('%j is a network: %j', (text, expected) => {
  expect(isNetwork(text)).toBe(expected)
})
