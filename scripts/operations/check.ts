import { brokenInvariants } from '#db/invariants.server.ts'
import { wrongResults } from '#domain/lifecycle/recount.server.ts'
import { brokenImageFiles } from '#domain/media/check-files.server.ts'
import { openFileStore } from '#platform/files/file-store.server.ts'
import { withSite } from './settings-store.ts'

/** Checks all invariants of the configured database and files. Exit code 1 if one is violated. */
export async function checkInvariants(): Promise<number> {
  const broken = await withSite(async (db, config) => {
    const files = await openFileStore(config)
    return [...(await brokenInvariants(db)), ...(await brokenImageFiles({ db, files }))]
  })
  for (const { name, ids } of broken) console.log(`broken: ${name} (${ids.join(', ')})`)
  console.log(broken.length === 0 ? 'All invariants hold.' : `${broken.length} invariants do not hold.`)
  return broken.length === 0 ? 0 : 1
}

const problems = {
  ballots: 'the votes are not those that were counted',
  counts: 'the counts of its submissions differ',
  winner: 'the votes of the winner differ',
  'no certificate': 'it has no certificate',
}

/** Counts the votes of every completed challenge again. Exit code 1 if one differs from its certificate. */
export async function checkResults(): Promise<number> {
  const wrong = await withSite((db) => wrongResults(db))
  for (const { challengeId, title, problem } of wrong)
    console.log(`wrong: ${title} (${challengeId}): ${problems[problem]}`)
  console.log(wrong.length === 0 ? 'All results match.' : `${wrong.length} results do not match.`)
  return wrong.length === 0 ? 0 : 1
}
