import { expect, test } from 'vitest'
import { openRefusedClients } from './refused-clients.ts'

test('a client is refused after ten offences, for ten seconds from the first', () => {
  let time = 0
  const clients = openRefusedClients({ now: () => time })
  for (let offence = 0; offence < 10; offence++) clients.add('192.0.2.1')
  expect(clients.has('192.0.2.1')).toBe(false)
  clients.add('192.0.2.1')
  expect([clients.has('192.0.2.1'), clients.has('192.0.2.2')]).toEqual([true, false])
  time = 9_999
  expect(clients.has('192.0.2.1')).toBe(true)
  time = 10_000
  expect(clients.has('192.0.2.1')).toBe(false)
  clients.add('192.0.2.1')
  expect(clients.has('192.0.2.1')).toBe(false)
})

test('the addresses of an IPv6 customer count together', () => {
  const clients = openRefusedClients()
  for (let offence = 0; offence < 11; offence++) clients.add(`2001:db8:1:${offence}::/64`)
  expect([clients.has('2001:db8:1:99::/64'), clients.has('2001:db8:2:0::/64')]).toEqual([true, false])
})

test('this machine is never refused', () => {
  const clients = openRefusedClients()
  for (let offence = 0; offence < 20; offence++) clients.add('127.0.0.1')
  expect(clients.has('127.0.0.1')).toBe(false)
})
