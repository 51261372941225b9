import { defineConfig } from 'vitest/config'
import { markdownDocuments } from './app/content/vite-plugin.ts'
import { programNamed } from './scripts/check/programs.ts'

const folders = ['domain', 'platform', 'app', 'server', 'db', 'scripts', 'test']

export default defineConfig({
  plugins: [markdownDocuments()],
  test: {
    include: folders.map((folder) => `${folder}/**/*.test.{ts,tsx}`),
    // A file without tests fails, and a test without assertions would count as passed.
    exclude: ['test/e2e/**', ...(programNamed('pgbouncer') ? [] : ['test/pgbouncer.test.ts'])],
    environment: 'node',
    // Loading the app again for each file would take longer than all tests; each file has its own database.
    isolate: false,
    // More than the two cores of a small machine, because tests of processes and databases mostly wait.
    maxWorkers: 3,
    globalSetup: 'test/global-setup.ts',
    // On a busy machine only the result counts, not how soon it arrives.
    expect: { poll: { timeout: 30_000 } },
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
