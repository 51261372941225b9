import { send } from '../clients.ts'
import { startPostgres } from '../postgres.ts'
import { must, type Scenario } from '../scenario.ts'
import { setUpScenario } from '../scenario-setup.ts'

export const errorFlood: Scenario = {
  name: 'error-flood',
  fault: 'hundreds of requests while the database is away',
  cycles: { short: 300, long: 5_000 },
  async run(context) {
    const server = await startPostgres(context, `${context.folder}/server`)
    const { app } = await setUpScenario(context, { server: server.connection, world: { ballots: 1 } })
    await server.stop()
    const before = app.output().length
    const begun = performance.now()
    let left = context.cycles
    const statuses = new Map<number, number>()
    async function client(): Promise<void> {
      while (left-- > 0) {
        const response = await send(`${app.url}/challenges/voting?request=${left}`)
        must(typeof response !== 'string', `a request was not answered: ${response}`)
        await response.arrayBuffer()
        const isUnavailable = response.status === 503 && response.headers.has('retry-after')
        must(isUnavailable || response.status === 200, `a request was answered ${response.status}`)
        statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1)
      }
    }
    await Promise.all(Array.from({ length: 20 }, client))
    const seconds = (performance.now() - begun) / 1_000
    const logged = app.output().slice(before)
    const lines = logged.split('\n').filter(Boolean).length
    await server.start()
    const recovery = await app.ready(30_000)
    // One line a second for each kind of error, and there are few kinds.
    must(lines <= 20 + seconds * 8, `${lines} log lines in ${seconds.toFixed(1)} s:\n${logged.slice(-1_500)}`)
    return {
      requests: context.cycles,
      'answered 503': statuses.get(503) ?? 0,
      'log lines': lines,
      seconds: seconds.toFixed(1),
      'recovery (ms)': recovery,
    }
  },
}
