import { adviceOn } from '#platform/database/outage.ts'
import { errorMessage, Failure } from '#platform/failure.ts'

/** The exit code of a command that was given wrong words. */
export const wrongUse = 2

/** Runs a command and sets its exit code. A Failure, or an error with known advice, is printed without a stack and becomes code 1; other errors are thrown. */
export async function runCommand(command: () => Promise<number>): Promise<void> {
  try {
    process.exitCode = await command()
  } catch (error) {
    const advice = adviceOn(error)
    if (!(error instanceof Failure) && !advice) throw error
    const message = error instanceof Failure ? error.message : errorMessage(error)
    console.error([message, advice].filter(Boolean).join(': '))
    process.exitCode = 1
  }
}
