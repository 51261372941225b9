import { defineConfig } from 'vitest/config'
import { markdownDocuments } from './app/content/vite-plugin.ts'
import { programNamed } from './scripts/check/programs.ts'

const folders = ['domain', 'platform', 'app', 'server', 'db', 'scripts', 'test']
const tests = folders.map((folder) => `${folder}/**/*.test.{ts,tsx}`)
const large = 'test/scale/**/*.test.ts'

export default defineConfig({
  plugins: [markdownDocuments()],
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: tests,
          // A file without tests fails, and a test without assertions would count as passed.
          exclude: [large, 'test/e2e/**', ...(programNamed('pgbouncer') ? [] : ['test/pgbouncer.test.ts'])],
        },
      },
      // `npm run test:all` runs these too.
      { extends: true, test: { name: 'scale', include: [large] } },
    ],
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
