import { spawn } from 'node:child_process'

/** Longer than the longest step, so that one that hangs fails before the whole run is ended from outside. */
const mostMinutes = 40

/** Runs a program and collects its output. Ctrl-C ends it too. */
export function run(
  command: string,
  args: string[],
  env: Record<string, string> = {},
): Promise<{ ok: boolean; output: string }> {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: mostMinutes * 60_000,
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        output += chunk
      })
    }
    child.once('error', (error) => resolve({ ok: false, output: `${command}: ${error.message}\n` }))
    child.once('close', (code, signal) => {
      if (signal) output += `\n${command} was ended by ${signal}\n`
      resolve({ ok: code === 0, output })
    })
  })
}
