import { adviceOn } from '#platform/database/outage.ts'
import { errorMessage, Failure } from '#platform/failure.ts'

/** Runs a command and sets its exit code. A Failure, or an error with known advice, becomes one line on stderr and code 1; other errors are thrown. */
export async function runCommand(command: () => Promise<number>): Promise<void> {
  try {
    process.exitCode = await command()
  } catch (error) {
    const advice = adviceOn(error)
    if (!(error instanceof Failure) && !advice) throw error
    console.error([errorMessage(error), advice].filter(Boolean).join(': '))
    process.exitCode = 1
  }
}
