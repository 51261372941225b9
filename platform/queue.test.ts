import { setImmediate } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { seededRandom } from '#test/faults/random.ts'
import { Displaced, isDisplaced, openQueue, queuePerClient } from './queue.ts'

function work(log: string[], name: string) {
  const gate = Promise.withResolvers<string>()
  return {
    finish: () => gate.resolve(name),
    fail: () => gate.reject(new Error(name)),
    async start() {
      log.push(name)
      return gate.promise
    },
  }
}

type Work = ReturnType<typeof work>

test('two run, two wait in order, the next is refused', async () => {
  const log: string[] = []
  const queue = openQueue({ atOnce: 2, waiting: 2 })
  const works = ['a', 'b', 'c', 'd', 'e'].map((name) => work(log, name))
  const results = works.map((each) => queue.run(each.start))
  expect(results[4]).toBeNull()
  await setImmediate()
  expect(log).toEqual(['a', 'b'])

  works[1]?.finish()
  expect(await results[1]).toBe('b')
  await setImmediate()
  expect(log).toEqual(['a', 'b', 'c'])

  for (const each of works) each.finish()
  expect(await Promise.all(results.slice(0, 4))).toEqual(['a', 'b', 'c', 'd'])
  expect(queue.run(works[4]?.start ?? work(log, 'x').start)).not.toBeNull()
})

describe('clients', () => {
  /** Runs a work for each client at once and answers with the order in which they started. */
  async function order(clients: (string | string[])[], waitingPerClient = 100): Promise<string[]> {
    const log: string[] = []
    const queue = openQueue({ atOnce: 1, waiting: 100, waitingPerClient })
    const running = clients.map((client) =>
      queue.run(async () => {
        log.push([client].flat().at(-1) ?? '')
        await setImmediate()
      }, client),
    )
    await Promise.all(running)
    return log
  }

  test('take turns: a task waits only for the running one', async () => {
    expect(await order(['a', 'a', 'a', 'a', 'b'])).toEqual(['a', 'b', 'a', 'a', 'a'])
    expect(await order(['a', 'a', 'a', 'b', 'b', 'c'])).toEqual(['a', 'b', 'c', 'a', 'b', 'a'])
  })

  test('with several waiting tasks are not overtaken by clients that return repeatedly', async () => {
    const log: string[] = []
    const queue = openQueue({ atOnce: 1, waiting: 100 })
    const run = (name: string) =>
      queue.run(async () => {
        log.push(name)
        await setImmediate()
      }, name)
    const again = async (name: string) => {
      for (let times = 0; times < 20; times++) await run(name)
    }
    await Promise.all([again('b'), again('c'), run('a'), run('a'), run('a')])
    expect(log.lastIndexOf('a')).toBeLessThan(12)
  })

  test('have a limit each', async () => {
    expect(await order(['a', 'a', 'a', 'a', 'a', 'b'], 2)).toEqual(['a', 'b', 'a', 'a'])
  })

  test('of one network take turns with other networks as one', async () => {
    const path = (name: string) => (name.startsWith('n') ? ['n', name] : [name])
    expect(await order(['n1', 'n2', 'n3', 'n4', 'x', 'x', 'y'].map(path))).toEqual([
      'n1',
      'x',
      'y',
      'n2',
      'x',
      'n3',
      'n4',
    ])
  })

  test('of one network have a limit each', async () => {
    const names = ['n1', 'n1', 'n1', 'n2', 'n2', 'n3', 'n4']
    expect((await order(['x', ...names.map((name) => ['n', name])], 2)).toSorted()).toEqual([
      ...['n1', 'n1', 'n2', 'n2', 'n3', 'n4', 'x'],
    ])
  })

  test('are removed once served', async () => {
    const queue = openQueue({ atOnce: 1, waiting: 1, waitingPerClient: 1 })
    for (let i = 0; i < 5; i++) {
      const both = [queue.run(async () => i, 'a'), queue.run(async () => i, 'a')]
      expect(queue.run(async () => i, 'b')).toBeNull()
      expect(await Promise.all(both)).toEqual([i, i])
    }
  })
})

test('a task that fails frees its place', async () => {
  const queue = openQueue({ atOnce: 1, waiting: 0 })
  const failing = work([], 'oh')
  const result = queue.run(failing.start)
  expect(queue.run(work([], 'late').start)).toBeNull()
  failing.fail()
  await expect(result).rejects.toThrow('oh')
  expect(await queue.run(async () => 'next')).toBe('next')
})

describe('a waiting task whose client is gone', () => {
  test('is dropped and frees its place', async () => {
    const log: string[] = []
    const queue = openQueue({ atOnce: 1, waiting: 1 })
    const [first, gone, next] = [work(log, 'first'), work(log, 'gone'), work(log, 'next')]
    const running = queue.run(first.start, 'a')
    const client = new AbortController()
    const waiting = queue.run(gone.start, 'a', client.signal)
    expect(queue.run(next.start, 'b')).toBeNull()
    client.abort(new Error('closed'))
    await expect(waiting).rejects.toThrow('closed')
    const other = queue.run(next.start, 'b')
    first.finish()
    next.finish()
    expect(await Promise.all([running, other])).toEqual(['first', 'next'])
    expect(log).toEqual(['first', 'next'])
    await expect(queue.run(gone.start, 'a', client.signal)).rejects.toThrow('closed')
  })

  test('does not affect a task that runs', async () => {
    const queue = openQueue({ atOnce: 1, waiting: 1 })
    const [first, second] = [work([], 'first'), work([], 'second')]
    const client = new AbortController()
    const results = [first, second].map(({ start }) => queue.run(start, 'a', client.signal))
    first.finish()
    await setImmediate()
    client.abort()
    second.finish()
    expect(await Promise.all(results)).toEqual(['first', 'second'])
  })
})

describe('a queue that is fair by time', () => {
  /** Runs tasks of the given lengths at once and answers with the order in which they started. */
  async function order(tasks: [client: string, ms: number][], returning?: [string, number]) {
    const log: string[] = []
    let time = 0
    const queue = openQueue({ atOnce: 1, waiting: 100, fairByTime: true, now: () => time })
    const run = ([client, ms]: [string, number]) =>
      queue.run(async () => {
        log.push(client)
        await setImmediate()
        time += ms
      }, client)
    const running = tasks.map(run)
    if (returning) for (let times = 0; times < 20; times++) await run(returning)
    await Promise.all(running)
    return log
  }

  test('starts several short tasks for a long one of another client', async () => {
    const long: [string, number][] = Array.from({ length: 3 }, () => ['a', 30])
    const short: [string, number][] = Array.from({ length: 6 }, () => ['b', 10])
    expect((await order([...long, ...short])).join('')).toBe('abbbabbba')
  })

  test('lets a new client wait for no second task of others', async () => {
    const clients = ['a', 'b', 'c', 'd']
    const tasks = clients.flatMap((name): [string, number][] => [
      [name, 30],
      [name, 30],
    ])
    expect((await order([...tasks, ['new', 5]])).indexOf('new')).toBe(4)
  })

  test('remembers the time of a client that returns', async () => {
    const waiting: [string, number][] = Array.from({ length: 9 }, () => ['a', 10])
    expect((await order(waiting, ['b', 30])).lastIndexOf('a')).toBeLessThan(14)
  })

  test('ends the wait of a client that returns, even if new ones always wait', async () => {
    const log: string[] = []
    let time = 0
    const queue = openQueue({ atOnce: 1, waiting: 100, fairByTime: true, now: () => time })
    const run = (name: string): unknown =>
      queue.run(async () => {
        log.push(name)
        if (log.length === 1) run('a')
        if (log.length < 50) run(`new ${log.length}`)
        await setImmediate()
        time += 50
      }, name)
    await run('a')
    await expect.poll(() => log.length).toBe(51)
    expect(log.lastIndexOf('a')).toBeLessThan(15)
  })

  test('lets a short task wait for no more than one of many long ones', async () => {
    const log: string[] = []
    const queue = openQueue({ atOnce: 1, waiting: 100, fairByTime: true })
    const run = (name: string, expectedMs: number) =>
      queue.run(async () => void log.push(name), name, undefined, expectedMs)
    const long = Array.from({ length: 39 }, (_, index) => run(`long ${index}`, 3_000))
    await Promise.all([...long, run('short', 300), run('middle', 900)])
    expect(log.slice(0, 4)).toEqual(['long 0', 'short', 'middle', 'long 1'])
  })

  test('beyond its places, drops the task of the client that takes longest for another with less', async () => {
    const queue = openQueue({ atOnce: 1, waiting: 3, fairByTime: true, lastGivesWay: true })
    const log: string[] = []
    const run = (name: string, expectedMs: number) =>
      queue.run(async () => void log.push(name), name, undefined, expectedMs)
    const first = run('first', 10)
    const [long, longest, middle] = [run('long', 900), run('longest', 1_000), run('middle', 500)]
    expect(run('as long', 1_000)).toBeNull()
    const short = run('short', 100)
    await expect(longest).rejects.toSatisfy(isDisplaced)
    // As in the built pages, which contain a copy of the class.
    class Copy extends Error {
      override name = new Displaced().name
    }
    expect([new Copy(), new Error('Displaced'), 'Displaced'].map(isDisplaced)).toEqual([true, false, false])
    await Promise.all([first, long, middle, short])
    expect(log).toEqual(['first', 'short', 'middle', 'long'])
  })

  test('beyond its places, drops a task of the network that used most time of those that wait', async () => {
    let time = 0
    const limits = { atOnce: 1, waiting: 4, fairByTime: true, lastGivesWay: true, now: () => time }
    const queue = openQueue(limits)
    const log: string[] = []
    const run = (path: string[], work?: Promise<number>) =>
      queue.run(
        async () => {
          time += (await work) ?? 0
          log.push(path.join(' '))
        },
        path,
        undefined,
        10,
      )
    const [mostUsed, used, last] = [1, 2, 3].map(() => Promise.withResolvers<number>())
    const gone = run(['gone', 'x'], mostUsed?.promise)
    const first = run(['flood', 'a'], used?.promise)
    const flood = ['b', 'c'].map((member) => run(['flood', member]))
    const other = run(['other', 'o'], last?.promise)
    mostUsed?.resolve(3_000)
    await gone
    used?.resolve(2_000)
    await first
    flood.push(...['d', 'e'].map((member) => run(['flood', member])))
    expect(run(['flood', 'f'])).toBeNull()
    const honest = [run(['home', 'g']), run(['work', 'h'])]
    last?.resolve(0)
    const outcomes = await Promise.all([...flood, other, ...honest].map((each) => each?.catch(isDisplaced)))
    expect(outcomes).toEqual([undefined, undefined, true, true, undefined, undefined, undefined])
    expect(log.slice(0, 3)).toEqual(['gone x', 'flood a', 'other o'])
  })

  /** Clients that each send a short task when the last has ended; `arrive` is called at some of the ends. */
  async function flood(options: { creditMs?: number; at: number[]; arrive: () => [string, number] }) {
    const log: string[] = []
    let [time, ended] = [0, 0]
    const limits = { atOnce: 1, waiting: 4, fairByTime: true, lastGivesWay: true, now: () => time }
    const queue = openQueue({ ...limits, shortMs: 700, creditMs: options.creditMs })
    const honest: unknown[] = []
    const run = (name: string, expectedMs: number): Promise<unknown> =>
      (
        queue.run(
          async () => {
            log.push(name)
            await setImmediate()
            time += expectedMs
            if (options.at.includes(++ended)) honest.push(run(...options.arrive()))
          },
          name,
          undefined,
          expectedMs,
        ) ?? Promise.reject(new Displaced())
      ).then(
        () => 'ran',
        () => 'gave way',
      )
    async function send(name: string): Promise<void> {
      while (ended < 400) {
        await run(name, 10)
        await setImmediate()
      }
    }
    await Promise.all(['a', 'b', 'c', 'd', 'e', 'f', 'g'].map(send))
    return { log, honest: await Promise.all(honest) }
  }

  test('takes a long task of a new client at once among many short ones of others', async () => {
    const { log, honest } = await flood({ creditMs: 200, at: [50], arrive: () => ['honest', 700] })
    expect(honest).toEqual(['ran'])
    expect(log.indexOf('honest')).toBeLessThan(55)
  })

  test('takes several long tasks of a client that left others its credit before', async () => {
    const at = [300, 310, 320]
    for (const { creditMs, outcomes } of [
      { creditMs: 0, outcomes: ['ran', 'gave way', 'gave way'] },
      { creditMs: 200, outcomes: ['ran', 'ran', 'ran'] },
    ]) {
      const { honest } = await flood({ creditMs, at, arrive: () => ['honest', 100] })
      expect(honest, String(creditMs)).toEqual(outcomes)
    }
  })

  test('remembers who came in earlier waves, also if another took all the time between them', async () => {
    let time = 0
    const limits = { atOnce: 1, waiting: 9, creditMs: 500, refillMs: 100_000, now: () => time }
    const queue = openQueue({ ...limits, fairByTime: true, lastGivesWay: true })
    async function turns(names: string[]): Promise<string[]> {
      const log: string[] = []
      const run = (name: string) =>
        queue.run(async () => {
          log.push(name)
          await setImmediate()
          time += 100
        }, name)
      await Promise.all(names.map(run))
      return log
    }
    const wave = ['a', 'b', 'c', 'd']
    await turns(wave)
    for (let count = 0; count < 20; count++) await turns(['other'])
    expect(await turns([...wave, 'new'])).toEqual(['a', 'new', 'b', 'c', 'd'])
    time += 100_000
    expect(await turns([...wave, 'newer'])).toEqual([...wave, 'newer'])
  })

  test('runs a task in whose network all others gave way to it', async () => {
    const queue = openQueue({ atOnce: 1, waiting: 2, fairByTime: true, lastGivesWay: true })
    const run = (path: string[], expectedMs: number) =>
      queue.run(async () => path[1], path, undefined, expectedMs)
    const [first, other, long] = [run(['x', 'a'], 10), run(['y', 'b'], 1), run(['n', 'c'], 100)]
    const short = run(['n', 'd'], 1)
    await expect(long).rejects.toSatisfy(isDisplaced)
    expect(await Promise.all([first, other, short])).toEqual(['a', 'b', 'd'])
    expect(await run(['z', 'e'], 1)).toBe('e')
  })

  test('drops a task within an address whose clients fill it, for one of its clients with less', async () => {
    const queue = openQueue({
      atOnce: 1,
      waiting: 4,
      waitingPerClient: 2,
      fairByTime: true,
      lastGivesWay: true,
    })
    const run = (client: string, expectedMs: number) =>
      queue.run(async () => client, ['school', client], undefined, expectedMs)
    const flood = ['a', 'b', 'b', 'c', 'c'].map((client) => run(client, 100))
    expect(run('c', 1)).toBeNull()
    expect(await run('honest', 90)).toBe('honest')
    expect(await Promise.all(flood.map((each) => each?.catch(isDisplaced)))).toEqual([
      'a',
      'b',
      'b',
      'c',
      true,
    ])
  })

  test('gives a later client no credit for earlier time', async () => {
    const log: string[] = []
    let time = 0
    const queue = openQueue({ atOnce: 1, waiting: 100, fairByTime: true, now: () => time })
    const late: unknown[] = []
    const run = (name: string) =>
      queue.run(async () => {
        log.push(name)
        if (log.length === 5) for (let i = 0; i < 4; i++) late.push(run('b'))
        await setImmediate()
        time += 10
      }, name)
    await Promise.all(Array.from({ length: 9 }, () => run('a')))
    await Promise.all(late)
    expect(log.join('')).toBe('aaaaababababa')
  })
})

describe('a queue per client', () => {
  const names = ['a', 'b', 'c']

  test('is full for one client and open for another', async () => {
    const log: string[] = []
    const run = queuePerClient({ atOnce: 1, waiting: 1 })
    const [a, b, c] = names.map((name) => work(log, name)) as [Work, Work, Work]
    const first = run(a.start, 'one')
    const second = run(b.start, 'one')
    expect(run(c.start, 'one')).toBeNull()
    const other = run(c.start, 'other')
    expect(log).toEqual(['a', 'c'])
    c.finish()
    a.fail()
    await expect(first).rejects.toThrow('a')
    b.finish()
    expect([await second, await other]).toEqual(['b', 'c'])
  })

  test('forgets a task that is aborted while it waits', async () => {
    const log: string[] = []
    const run = queuePerClient({ atOnce: 1, waiting: 1 })
    const [a, b, c] = names.map((name) => work(log, name)) as [Work, Work, Work]
    const first = run(a.start, 'one')
    const leaving = new AbortController()
    const second = run(b.start, 'one', leaving.signal)
    leaving.abort(new Error('gone'))
    await expect(second).rejects.toThrow('gone')
    const third = run(c.start, 'one')
    for (const each of [a, c]) each.finish()
    expect([await first, await third]).toEqual(['a', 'c'])
    expect(log).toEqual(['a', 'c'])
  })
})

describe('a full queue that drops from its longest line', () => {
  const full = () => openQueue({ atOnce: 1, waiting: 4, longestGivesWay: true })
  const outcomes = (results: (Promise<unknown> | null)[]) =>
    Promise.all(results.map((result) => result?.catch((error: Error) => error.name) ?? 'refused'))

  test('drops its last task for a client with a shorter line', async () => {
    const queue = full()
    const results = ['a1', 'a2', 'a3', 'a4', 'a5', 'b1', 'b2', 'b3'].map((name) =>
      queue.run(async () => name, name[0]),
    )
    expect(await outcomes(results)).toEqual([
      'a1',
      'a2',
      'a3',
      'Displaced',
      'Displaced',
      'b1',
      'b2',
      'refused',
    ])
  })

  test('compares networks before clients', async () => {
    const queue = full()
    const results = [
      ['n', 'a'],
      ['n', 'b'],
      ['n', 'c'],
      ['n', 'd'],
      ['m', 'e'],
      ['m', 'f'],
      ['n', 'g'],
    ].map((path) => queue.run(async () => path[1], path))
    expect(await outcomes(results)).toEqual(['a', 'b', 'c', 'Displaced', 'e', 'f', 'refused'])
    const idle = full()
    const more = [
      ['n', 'a'],
      ['n', 'b'],
      ['n', 'c'],
      ['n', 'd'],
      ['n', 'd'],
      ['m', 'e'],
    ].map((path) => idle.run(async () => path[1], path))
    expect(await outcomes(more)).toEqual(['a', 'b', 'c', 'd', 'Displaced', 'e'])
  })

  test('compares the clients of a network whose line is not too long', async () => {
    for (const line of ['mmmnn', 'mmnnm', 'nmmnn']) {
      const queue = full()
      const members = [...[...line].map((network) => [network, network]), ['n', 'b'], ['n', 'c']]
      const ended = await outcomes(members.map((path) => queue.run(async () => path[1], path)))
      expect(ended, line).toEqual([
        ...line.slice(0, line.lastIndexOf('n')),
        'Displaced',
        ...line.slice(line.lastIndexOf('n') + 1),
        'b',
        'refused',
      ])
    }
  })
})

describe('any order of arrivals, ends and aborts', () => {
  const paths = ['a', 'b', ['n', 'c'], ['n', 'd'], ['m', 'e'], ['m', 'f'], ['o', 'g']]

  test.each([
    { name: 'in turns' },
    { name: 'fair by time', fairByTime: true },
    { name: 'where the longest line gives way', longestGivesWay: true },
    { name: 'where the last task gives way', fairByTime: true, lastGivesWay: true },
  ])('leaves no place empty while a task waits, $name', async ({ name, ...options }) => {
    for (let seed = 1; seed <= 20; seed++) {
      const { next, pick } = seededRandom(seed, name)
      let time = 0
      const queue = openQueue({ ...options, atOnce: 2, waiting: 3, waitingPerClient: 2, now: () => time })
      const running = new Set<() => void>()
      const aborts = new Map<Promise<unknown>, AbortController>()

      function arrive(): void {
        const gate = Promise.withResolvers<void>()
        const begin = () => {
          running.add(gate.resolve)
          return gate.promise
        }
        const abort = new AbortController()
        const task = queue.run(begin, pick(paths), abort.signal, Math.floor(next() * 1_000))
        if (!task) return
        aborts.set(task, abort)
        task.catch(() => undefined).finally(() => aborts.delete(task))
      }

      function end(): void {
        const finish = pick([...running])
        running.delete(finish)
        time += Math.floor(next() * 1_000)
        finish()
      }

      for (let step = 0; step < 500 || aborts.size > 0; step++) {
        const chance = next()
        if (step < 500 && (chance < 0.55 || aborts.size === 0)) arrive()
        else if (chance < 0.6) pick([...aborts.values()]).abort()
        else end()
        await setImmediate()
        expect(running.size, `seed ${seed}, step ${step}`).toBe(Math.min(2, aborts.size))
      }
    }
  })
})
