import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openUploadFolder } from './upload-folder.server.ts'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dojo-upload-folder-'))
})
afterEach(() => rm(folder, { recursive: true }))

/** The id of a process that has ended. */
async function endedProcess(): Promise<number> {
  const child = spawn(process.execPath, ['-e', ''])
  await once(child, 'exit')
  return child.pid ?? 0
}

test('a start removes files of ended processes, and none of running ones', async () => {
  const ended = await endedProcess()
  const old = new Date(Date.now() - 2 * 3_600_000)
  const names = {
    killed: `a.${ended}.${hostname()}`,
    sameIdBefore: `b.${process.pid}.${hostname()}`,
    running: `c.${process.ppid}.${hostname()}`,
    elsewhere: `d.${ended}.other.example`,
    oldElsewhere: `e.${ended}.other.example`,
  }
  for (const name of Object.values(names)) await writeFile(join(folder, name), 'half an image')
  for (const name of [names.sameIdBefore, names.oldElsewhere]) await utimes(join(folder, name), old, old)

  await openUploadFolder(folder)
  expect((await readdir(folder)).sort()).toEqual([names.running, names.elsewhere])
})

test('a sweep keeps the uploads of this process', async () => {
  const uploads = await openUploadFolder(folder)
  const place = uploads.admit('ann', '192.0.2.1')
  await writeFile(place?.path ?? '', 'an image')
  expect(await uploads.sweep()).toBe(0)
  expect(await readdir(folder)).toHaveLength(1)
  await place?.release()
  expect(await readdir(folder)).toEqual([])
})

test('places are limited per client, per address and in total, and are freed', async () => {
  const uploads = await openUploadFolder(folder, { inAll: 4, perClient: 2, perAddress: 3 })
  const home = '192.0.2.1'
  const places = [uploads.admit('ann', home), uploads.admit('ann', home), uploads.admit('ann', home)]
  places.push(uploads.admit('bob', home), uploads.admit('cid', '192.0.2.2'))
  expect(places.map((place) => place !== null)).toEqual([true, true, false, true, true])
  // One of those who have the same address, and the most places, gives way.
  places.push(uploads.admit('dan', home))
  expect(places.filter((place) => place?.signal.aborted)).toHaveLength(1)
  expect(uploads.admit('eve', home)).toBeNull()
  for (const place of places) await place?.release()
  const others = [1, 2, 3, 4].map((other) => uploads.admit(`member ${other}`, `198.51.100.${other}`))
  expect(uploads.admit('dan', '192.0.2.3')).toBeNull()
  await others[0]?.release()
  await others[0]?.release()
  expect(uploads.admit('dan', '192.0.2.3')).not.toBeNull()
  expect(uploads.admit('eve', '192.0.2.4')).toBeNull()
})

test('80 members of an address who each hold three uploads leave places to others there', async () => {
  const uploads = await openUploadFolder(folder)
  const admitted = Array.from({ length: 240 }, (_, place) =>
    uploads.admit(`member ${place % 80}`, '192.0.2.1'),
  )
  expect(admitted).not.toContain(null)
  expect(uploads.admit('ann', '192.0.2.1')).not.toBeNull()
  expect(admitted.some((place) => place?.signal.aborted)).toBe(false)
})

test('an upload that is slow for long loses its place to another of its client or address', async () => {
  let time = 0
  const limits = { inAll: 4, perClient: 1, perAddress: 2 }
  const uploads = await openUploadFolder(folder, limits, () => time)
  const [slow, fast] = ['a', 'b'].map((client) => uploads.admit(client, 'home'))
  slow?.receive(80_000)
  fast?.receive(82_000)
  time = 9_990
  expect([uploads.admit('a', 'elsewhere'), uploads.admit('c', 'home')]).toEqual([null, null])
  time = 10_000
  expect(uploads.admit('b', 'elsewhere')).toBeNull()
  expect(uploads.admit('c', 'home')).not.toBeNull()
  expect([slow?.signal.aborted, fast?.signal.aborted]).toEqual([true, false])
  expect(uploads.admit('d', 'home')).toBeNull()
})

test('if no place is left, the slowest upload soon loses its place', async () => {
  let time = 0
  const uploads = await openUploadFolder(folder, { inAll: 3, perClient: 1, perAddress: 4 }, () => time)
  const received = uploads.admit('d', 'd')
  received?.complete()
  const [slow, slowest, fast] = ['a', 'b', 'c'].map((client) => uploads.admit(client, client))
  slow?.receive(90_000)
  slowest?.receive(20_000)
  fast?.receive(100_000)
  const ended = () => [slow, slowest, fast, received].map((place) => place?.signal.aborted)

  time = 2_990
  expect(uploads.admit('e', 'e')).toBeNull()
  expect(ended()).toEqual([false, false, false, false])
  time = 3_000
  expect(uploads.admit('e', 'e')).not.toBeNull()
  expect(ended()).toEqual([false, true, false, false])
  await slowest?.release()
  expect(uploads.admit('f', 'f')).not.toBeNull()
  expect(ended()).toEqual([true, true, false, false])
  expect(uploads.admit('g', 'g')).toBeNull()
})

test('four addresses cannot hold all places, even with new uploads all the time', async () => {
  let time = 0
  const uploads = await openUploadFolder(folder, { inAll: 40 }, () => time)
  for (let round = 0; round < 5; round++) {
    for (let place = 0; place < 40; place++) uploads.admit(`member ${place % 14}`, `192.0.2.${place % 4}`)
    expect(uploads.admit(`guest ${round}`, `203.0.113.${round}`)).not.toBeNull()
    time += 9_000
  }
})

test('received uploads leave their places to others, and keep those of their client', async () => {
  const uploads = await openUploadFolder(folder, { inAll: 4, perClient: 1, perAddress: 2 })
  const received = ['a', 'b', 'c', 'd'].map((client) => uploads.admit(client, client))
  expect(uploads.admit('e', 'e')).toBeNull()
  for (const place of received) place?.complete()
  expect(uploads.admit('a', 'elsewhere')).toBeNull()
  for (const client of ['e', 'f', 'g', 'h']) expect(uploads.admit(client, client)).not.toBeNull()
  expect(uploads.admit('i', 'i')).toBeNull()
  expect(received.map((place) => place?.signal.aborted)).toEqual([false, false, false, false])
})

test('received uploads leave the places of their address to its other members', async () => {
  const uploads = await openUploadFolder(folder, { inAll: 9, perClient: 3, perAddress: 4 })
  for (const client of ['eve', 'mal', 'eve', 'mal', 'eve', 'mal']) uploads.admit(client, 'school')?.complete()
  expect(uploads.admit('eve', 'school')).toBeNull()
  const others = ['ann', 'ben', 'cid', 'dan', 'fay'].map((client) => uploads.admit(client, 'school'))
  expect(others.map((place) => place !== null)).toEqual([true, true, true, true, false])
})

test('if no place is left, who has held places for long gives way to who has not', async () => {
  let time = 0
  // As the real clock, it moves between two calls.
  const now = () => (time += 0.001)
  const uploads = await openUploadFolder(folder, { inAll: 3, perClient: 1, perAddress: 4 }, now)
  const admit = (client: string) => uploads.admit(client, client)
  const receive = (places: (ReturnType<typeof admit> | undefined)[], ms: number) => {
    time += ms
    for (const place of places) place?.receive(ms * 40)
  }
  const first = ['eve', 'mal', 'ann'].map(admit)
  receive(first, 29_000)
  expect(admit('ben')).toBeNull()
  receive(first, 2_000)
  const ben = admit('ben')
  expect(first.filter((place) => place?.signal.aborted)).toHaveLength(1)
  await Promise.all([...first, ben].map((place) => place?.release()))

  const [eve, ann] = ['eve', 'ann'].map(admit)
  const cid = admit('cid')
  receive([eve, ann, cid], 1_000)
  expect(admit('mal')).toBeNull()
  const [dan, fay] = ['dan', 'fay'].map(admit)
  expect([dan, fay]).not.toContain(null)
  expect([eve, ann, cid].map((place) => place?.signal.aborted)).toEqual([true, true, false])
  expect(admit('gil')).toBeNull()
  receive([cid, dan, fay], 29_000)
  expect(admit('eve')).toBeNull()
  time += 600_001
  await cid?.release()
  expect(admit('eve')).not.toBeNull()
})

test('many uploads for a moment, again and again, end none that takes long', async () => {
  let time = 0
  const limits = { inAll: 40, perClient: 3, perAddress: 16 }
  const uploads = await openUploadFolder(folder, limits, () => time)
  const long = [uploads.admit('ann', 'home'), uploads.admit('ben', 'office'), uploads.admit('cid', 'office')]
  for (let second = 0; second < 100; second++) {
    for (const place of long) place?.receive(50_000)
    if (second % 10 === 0) {
      const pulse = Array.from({ length: 50 }, (_, index) =>
        uploads.admit(`account ${second} ${index}`, `192.0.2.${index % (second % 20 ? 3 : 50)}`),
      )
      time += 300
      for (const place of pulse) await place?.release()
    } else time += 1_000
  }
  expect(long.map((place) => place?.signal.aborted)).toEqual([false, false, false])
})

test('pulses of 50 addresses end none of the uploads of an office or a school', async () => {
  let [time, account] = [0, 0]
  const uploads = await openUploadFolder(folder, {}, () => time)
  const office = Array.from({ length: 12 }, (_, member) => uploads.admit(`member ${member}`, 'office'))
  const school = Array.from({ length: 16 }, (_, pupil) => uploads.admit(`pupil ${pupil}`, 'school'))
  for (let round = 0; round < 10; round++) {
    const pulse = Array.from({ length: 800 }, (_, index) =>
      uploads.admit(`account ${account++}`, `192.0.2.${index % 50}`),
    )
    expect(uploads.admit(`ann ${round}`, `home ${round}`)).not.toBeNull()
    for (const place of [...office, ...school, ...pulse]) place?.receive(60_000)
    time += 10_000
    for (const place of pulse) await place?.release()
  }
  expect([...office, ...school].filter((place) => place?.signal.aborted)).toEqual([])
})

test('beyond the bytes of all, the client that sends the most gives way', async () => {
  const uploads = await openUploadFolder(folder, { bytes: 100 })
  const [received, small, old, young] = ['ann', 'ben', 'cid', 'cid'].map((client) =>
    uploads.admit(client, client),
  )
  const ended = () => [received, small, old, young].map((place) => place?.signal.aborted)
  received?.receive(40)
  received?.complete()
  small?.receive(25)
  old?.receive(20)
  young?.receive(15)
  expect(ended()).toEqual([false, false, false, false])
  small?.receive(1)
  expect(ended()).toEqual([false, false, true, false])
  old?.receive(1_000)
  young?.receive(19)
  expect(ended()).toEqual([false, false, true, false])
  small?.receive(20)
  expect(ended()).toEqual([false, true, true, false])
  young?.receive(1_000)
  expect(ended()).toEqual([false, true, true, true])
})

test('many uploads of one address for a moment end none of it that takes long', async () => {
  let time = 0
  const uploads = await openUploadFolder(folder, { inAll: 40, perClient: 3, perAddress: 4 }, () => time)
  const long = uploads.admit('ann', 'school')
  for (let second = 0; second < 60; second++) {
    long?.receive(50_000)
    time += 900
    const pulse = [1, 2, 3, 4, 5].map((index) => uploads.admit(`account ${second} ${index}`, 'school'))
    time += 100
    for (const place of pulse) await place?.release()
  }
  expect(long?.signal.aborted).toBe(false)
})

test('a new account of an address with much time ends no upload of an address with less', async () => {
  let time = 0
  const uploads = await openUploadFolder(folder, { inAll: 4, perClient: 3, perAddress: 3 }, () => time)
  const long = uploads.admit('ann', 'home')
  for (let renewal = 0; renewal < 5; renewal++) {
    const flood = [1, 2, 3].map((index) => uploads.admit(`account ${renewal} ${index}`, `flood ${index % 2}`))
    time += 10_000
    for (const place of [long, ...flood]) place?.receive(500_000)
    expect(uploads.admit(`account ${renewal}`, 'flood 0')).toBeNull()
    for (const place of flood) await place?.release()
  }
  expect(long?.signal.aborted).toBe(false)
})

test('of the time that an address with uploads all the time has held places, the last minutes count', async () => {
  let time = 0
  const uploads = await openUploadFolder(folder, { inAll: 2, perClient: 2, perAddress: 2 }, () => time)
  async function upload(address: string, seconds: number) {
    const places = [address, `other ${time}`].map((client) => uploads.admit(client, client))
    time += seconds * 1_000
    for (const place of places) place?.receive(1_000_000)
    for (const place of places) await place?.release()
  }
  for (let minute = 0; minute < 120; minute++) {
    await upload('school', 10)
    if (minute >= 110) await upload('eve', 25)
    else time += 25_000
    time += 25_000
  }
  const [ofSchool, ofEve] = ['school', 'eve'].map((address) => uploads.admit(address, address))
  expect(uploads.admit('ben', 'ben')).not.toBeNull()
  expect([ofSchool, ofEve].map((place) => place?.signal.aborted)).toEqual([false, true])
})

test('an address that had many uploads while there was room waits no longer than others', async () => {
  let time = 0
  const uploads = await openUploadFolder(folder, { inAll: 3, perClient: 1, perAddress: 2 }, () => time)
  for (let pupil = 0; pupil < 100; pupil++) {
    const place = uploads.admit(`pupil ${pupil}`, 'school')
    time += 10_000
    await place?.release()
  }
  const flood = ['eve', 'mal', 'oz'].map((client) => uploads.admit(client, client))
  time += 29_999
  for (const place of flood) place?.receive(1_500_000)
  expect(uploads.admit('ann', 'school')).toBeNull()
  time += 1
  expect(uploads.admit('ann', 'school')).not.toBeNull()
})

test('addresses that hold all places give way, also with a new account for each upload', async () => {
  let [time, account, admitted] = [0, 0, 0]
  const uploads = await openUploadFolder(folder, { inAll: 4, perClient: 3, perAddress: 3 }, () => time)
  for (let round = 0; round < 20; round++) {
    const flood = [1, 2, 3, 4].map((address) => uploads.admit(`account ${account++}`, `192.0.2.${address}`))
    time += 28_000
    for (const place of flood) place?.receive(1_200_000)
    const honest = uploads.admit(`ann ${round}`, `home ${round}`)
    if (honest) admitted += 1
    for (const place of [honest, ...flood]) await place?.release()
  }
  expect(admitted).toBe(18)
})

test('at an address without a place, who has held one for long gives way', async () => {
  let time = 0
  const now = () => (time += 0.001)
  const uploads = await openUploadFolder(folder, { inAll: 9, perClient: 1, perAddress: 3 }, now)
  const first = ['eve', 'mal', 'ann'].map((client) => uploads.admit(client, 'school'))
  const receive = (ms: number) => {
    time += ms
    for (const place of first) place?.receive(ms * 40)
  }
  receive(29_000)
  expect(uploads.admit('ben', 'school')).toBeNull()
  receive(1_000)
  expect(uploads.admit('ben', 'school')).not.toBeNull()
  expect(first.filter((place) => place?.signal.aborted)).toHaveLength(1)
})

test('if no place is left, the client with the most places loses its slowest upload', async () => {
  let time = 0
  const uploads = await openUploadFolder(folder, { inAll: 7, perClient: 3, perAddress: 4 }, () => time)
  const member = [1, 2, 3].map((place) => uploads.admit('ann', `192.0.2.${place}`))
  const others = ['bob', 'cid', 'dan'].map((client) => uploads.admit(client, '203.0.113.1'))
  for (const place of [...member, ...others]) place?.receive(500_000)
  member[2]?.receive(300_000)
  uploads.admit('zoe', '198.51.100.9')?.receive(500_000)
  others[2]?.receive(-100_000)
  expect(uploads.admit('fay', '198.51.100.1')).toBeNull()
  time += 10_000
  const ended = () => [...member, ...others].map((place) => place?.signal.aborted)

  expect(uploads.admit('eve', '203.0.113.1')).toBeNull()
  expect(uploads.admit('fay', '198.51.100.1')).not.toBeNull()
  expect(ended()).toEqual([false, false, false, false, false, true])
  expect(uploads.admit('gil', '198.51.100.2')).not.toBeNull()
  expect(ended()).toEqual([true, false, false, false, false, true])
  expect(uploads.admit('hal', '198.51.100.3')).not.toBeNull()
  expect(uploads.admit('ivy', '198.51.100.4')).not.toBeNull()
})
