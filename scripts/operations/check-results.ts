import { wrongResults } from '#domain/lifecycle/recount.server.ts'
import { readConfig } from '#platform/config/config.server.ts'
import { isMigrated } from '#platform/database/migrate.server.ts'
import { Failure } from '#platform/failure.ts'
import { runCommand } from './run-command.ts'
import { openSettingsStore } from './settings-store.ts'

const problems = {
  ballots: 'the votes are not those that were counted',
  counts: 'the counts of its submissions differ',
  winner: 'the votes of the winner differ',
  'no certificate': 'it has no certificate',
}

// Counts the votes of every completed challenge again. Exit code 1 if one differs from its certificate.
await runCommand(async () => {
  const store = await openSettingsStore(readConfig(process.env))
  try {
    if (!(await isMigrated(store.db))) throw new Failure('The database is empty: there is nothing to check')
    const wrong = await wrongResults(store.db)
    for (const { challengeId, title, problem } of wrong)
      console.log(`wrong: ${title} (${challengeId}): ${problems[problem]}`)
    console.log(wrong.length === 0 ? 'All results match.' : `${wrong.length} results do not match.`)
    return wrong.length === 0 ? 0 : 1
  } finally {
    await store.close()
  }
})
