// Loaded into the server by NODE_OPTIONS: measures the event loop, and reports to a file when SIGUSR2 arrives.
import { renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

const folder = process.env.FUZZ_REPORTS
// Not its image processes.
const isServer = process.argv[1]?.endsWith('build/server/main.js')

if (folder && isServer) {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc')
  const delay = monitorEventLoopDelay({ resolution: 10 })
  delay.enable()
  let busiestMs = 0
  let cpu = process.threadCpuUsage()
  // CPU time of this thread between two ticks; unlike the delay it excludes other programs.
  setInterval(() => {
    const used = process.threadCpuUsage(cpu)
    busiestMs = Math.max(busiestMs, (used.user + used.system) / 1000)
    cpu = process.threadCpuUsage()
  }, 5).unref()

  process.on('SIGUSR2', () => {
    const report = { pid: process.pid, longestDelayMs: delay.max / 1e6, busiestMs }
    collect()
    const { heapUsed, rss, external } = process.memoryUsage()
    const path = join(folder, `${process.pid}.json`)
    writeFileSync(`${path}.part`, JSON.stringify({ ...report, heapUsed, rss, external }))
    renameSync(`${path}.part`, path)
    delay.reset()
    busiestMs = 0
    cpu = process.threadCpuUsage()
  })
}
