import { expect, it } from 'vitest'
import { openQueue } from '#platform/queue.ts'
import type { SignInSecrets } from './claims.server.ts'
import type { IdentityClient } from './client.server.ts'
import { waitingClient } from './waiting-client.ts'

const tooMany = { name: 'SignInFailure', kind: 'unreachable', code: 'too-many-wait' }

/** Clients of requests that share a queue with one place, and of which each call lasts until `release`. */
function setUp({ isPrepared = false, waiting = 2 } = {}) {
  const { promise, resolve } = Promise.withResolvers<unknown>()
  const begun: string[] = []
  const queue = openQueue({ atOnce: 1, waiting, longestGivesWay: true })
  const call = (from: string, abort = new AbortController()) => {
    const work = () => {
      begun.push(from)
      return promise
    }
    const client = { isPrepared, startSignIn: work, finishSignIn: work } as unknown as IdentityClient
    const own = waitingClient(client, { queue, from, signal: abort.signal, leave: () => undefined })
    const finish = () => own.finishSignIn(new URLSearchParams(), {} as SignInSecrets)
    return { start: () => own.startSignIn(), finish, abort: () => abort.abort() }
  }
  return { call, begun, release: () => resolve('done') }
}

it('drops from the client with the longest line', async () => {
  const { call, begun, release } = setUp()
  const greedy = Array.from({ length: 3 }, () => call('greedy').finish())
  const others = [call('one').finish(), call('two').finish()]
  await expect(greedy[2]).rejects.toMatchObject(tooMany)
  await expect(others[1]).rejects.toMatchObject(tooMany)
  release()
  expect(await Promise.all([greedy[0], greedy[1], others[0]])).toEqual(['done', 'done', 'done'])
  expect(begun.toSorted()).toEqual(['greedy', 'greedy', 'one'])
})

it('drops the call of a request whose client is gone', async () => {
  const { call, begun, release } = setUp()
  const first = call('first').finish()
  const gone = call('gone')
  const finish = gone.finish()
  gone.abort()
  await expect(finish).rejects.toMatchObject({ name: 'SignInFailure', code: 'client-gone' })
  release()
  await first
  expect(begun).toEqual(['first'])
})

it('starts a sign-in beside the queue when no answer of the provider is needed', async () => {
  for (const isPrepared of [true, false]) {
    const { call, begun, release } = setUp({ isPrepared })
    const finish = call('first').finish()
    const start = call('second').start()
    expect(begun).toEqual(isPrepared ? ['first', 'second'] : ['first'])
    release()
    expect(await Promise.all([finish, start])).toEqual(['done', 'done'])
  }
})
