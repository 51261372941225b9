import { spawn } from 'node:child_process'

/** Runs a program and collects its output. Ctrl-C ends it too. */
export function run(
  command: string,
  args: string[],
  env: Record<string, string> = {},
): Promise<{ ok: boolean; output: string }> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        output += chunk
      })
    }
    child.once('error', (error) => resolve({ ok: false, output: `${command}: ${error.message}\n` }))
    child.once('close', (code) => resolve({ ok: code === 0, output }))
  })
}
