import { chmodSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { defineConfig, devices } from '@playwright/test'

// Workers read this file too, and must come to the same place.
process.env.E2E_PORT ??= String(20_000 + Math.floor(Math.random() * 10_000))
process.env.E2E_DATA_DIR ??= emptyFolder()

const url = `http://localhost:${process.env.E2E_PORT}`
const quiet = [
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

export default defineConfig({
  testDir: '.',
  outputDir: '../../test-results/e2e',
  timeout: 60_000,
  forbidOnly: true,
  workers: 2,
  use: {
    ...devices['Desktop Chrome'],
    baseURL: url,
    trace: 'retain-on-failure',
    launchOptions: {
      args: ['--no-sandbox', ...quiet],
      ...(process.env.CHROMIUM_PATH && { executablePath: process.env.CHROMIUM_PATH }),
    },
  },
  webServer: {
    command: 'exec node test/e2e/serve.ts',
    cwd: resolve(import.meta.dirname, '../..'),
    url: `${url}/readyz`,
    timeout: 120_000,
    stdout: 'pipe',
    gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
    env: { NODE_ENV: 'production', PORT: process.env.E2E_PORT, DATA_DIR: process.env.E2E_DATA_DIR },
  },
})

function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'dojo-e2e-'))
  chmodSync(folder, 0o755)
  return folder
}
