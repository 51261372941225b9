import { spawn } from 'node:child_process'

/** Runs a program without output and prints its duration; on failure throws an Error with its output. */
export async function timed(title, command, args, options) {
  const begun = performance.now()
  const terminal = process.stdout.isTTY
  if (terminal) process.stdout.write(`${title} …`)
  try {
    await run(command, args, options)
  } catch (error) {
    if (terminal) process.stdout.write('\n')
    throw error
  }
  const seconds = ((performance.now() - begun) / 1000).toFixed(1)
  process.stdout.write(terminal ? ` ${seconds} s\n` : `${title}: ${seconds} s\n`)
}

function run(command, args, options) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    const collect = (chunk) => {
      output += chunk
    }
    child.stdout.on('data', collect)
    child.stderr.on('data', collect)
    const passOn = (signal) => {
      child.kill(signal)
      process.exit(signal === 'SIGINT' ? 130 : 143)
    }
    process.once('SIGINT', passOn)
    process.once('SIGTERM', passOn)
    const finish = (error) => {
      process.off('SIGINT', passOn)
      process.off('SIGTERM', passOn)
      if (error) reject(Object.assign(error, { output }))
      else resolve()
    }
    child.once('error', finish)
    child.once('close', (code, signal) =>
      finish(code === 0 ? undefined : new Error(`${signal ?? `exit code ${code}`}`)),
    )
  })
}
