import { readdir } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import sql from 'sql-template-tag'
import { submit } from '../clients.ts'
import { until } from '../postgres.ts'
import { residentMegabytes } from '../processes.ts'
import { must, type Scenario } from '../scenario.ts'
import { setUpScenario } from '../scenario-setup.ts'
import { verify } from '../verify.ts'
import { onDatabase, type Person } from '../world.ts'

const megabyte = 1024 * 1024

export const cutUpload: Scenario = {
  name: 'cut-upload',
  fault: 'the connection of an upload breaks at 0, 50 and 99 percent',
  cycles: { short: 4, long: 60 },
  async run(context) {
    const stage = await setUpScenario(context, { world: { open: 1 } })
    const { app, connection, world, journal, target } = stage
    const [challengeId = ''] = world.open
    const [person, other] = world.people
    must(person && other, 'two members were made')
    const before = await residentMegabytes(await app.processes())
    const bytes = (context.long ? 9 : 4) * megabyte
    for (let cycle = 0; cycle < context.cycles; cycle++) {
      for (const share of [0, 0.5, 0.99]) await cut(app.url, person, challengeId, { bytes, share })
    }
    const filesDir = join(app.dataDir, 'files')
    await until(
      async () => (await unfinishedFiles(app.dataDir)).length === 0,
      20_000,
      'the removal of temporary files',
    )
    const rows = await onDatabase(connection, (db) =>
      db.row<{ count: number }>(sql`
        select ((select count(*) from images) + (select count(*) from submissions where user_id = ${person.id}))::int as count`),
    )
    must(rows?.count === 0, `${rows?.count} rows of cut uploads`)
    const whole = await submit(target, other, challengeId, true)
    must(whole.knowledge === 'acknowledged', `a whole upload was answered ${whole.text}`)
    await verify(connection, { world, journal, filesDir })
    const grown = (await residentMegabytes(await app.processes())) - before
    if (context.long) must(grown < 150, `memory grew by ${grown} MB`)
    return { cuts: context.cycles * 3, 'memory growth (MB)': grown }
  },
}

/** Sends a share of a multipart body and then resets the connection. */
async function cut(
  site: string,
  person: Person,
  challengeId: string,
  { bytes, share }: { bytes: number; share: number },
): Promise<void> {
  const boundary = 'fault-boundary'
  const start = [
    `--${boundary}\r\nContent-Disposition: form-data; name="title"\r\n\r\nCut\r\n`,
    `--${boundary}\r\nContent-Disposition: form-data; name="image"; filename="a.jpg"\r\n`,
    'Content-Type: image/jpeg\r\n\r\n',
  ].join('')
  const { port, host, origin } = new URL(site)
  const head = [
    `POST /challenges/${challengeId}/submit HTTP/1.1`,
    `Host: ${host}`,
    `Origin: ${origin}`,
    `Cookie: ${person.cookie}`,
    'Accept: application/json',
    `Content-Type: multipart/form-data; boundary=${boundary}`,
    `Content-Length: ${bytes}`,
  ].join('\r\n')
  const socket = connect(Number(port), '127.0.0.1')
  socket.on('error', () => undefined)
  socket.resume()
  await new Promise<void>((resolve) => {
    socket.once('close', () => resolve())
    socket.write(`${head}\r\n\r\n`)
    const body = Buffer.alloc(Math.floor(bytes * share), 'x')
    body.write(start)
    socket.write(body, () => socket.resetAndDestroy())
  })
}

/** Files of an upload that were neither finished nor removed, wherever the app keeps them below its folder. */
async function unfinishedFiles(dataDir: string): Promise<string[]> {
  const entries = await readdir(dataDir, { recursive: true }).catch(() => [])
  return entries.filter(
    (path) =>
      !path.endsWith('/probe') &&
      /(^|\/)(\.unfinished|uploads|incoming|tmp)\/./.test(path) &&
      !path.startsWith('postgres/'),
  )
}
