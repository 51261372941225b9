import { expect, test } from 'vitest'
import { isNetwork, trustedPeers } from './trusted-peers.ts'

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
