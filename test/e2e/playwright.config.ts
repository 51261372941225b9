import { resolve } from 'node:path'
import { defineConfig, devices } from '@playwright/test'

const quiet = [
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Pages of tests are too short-lived to gain from code that V8 optimises.
  '--js-flags=--no-opt --no-maglev',
]

const long = [
  'development.spec.ts',
  'malformed-forms.spec.ts',
  'malformed-requests.spec.ts',
  'processes.spec.ts',
  'release.spec.ts',
  'secret-ballot.spec.ts',
]

export default defineConfig({
  testDir: '.',
  outputDir: resolve(import.meta.dirname, '../../test-results/e2e'),
  globalSetup: './global-setup.ts',
  // Only a test that fails takes so long. On a busy machine the result counts, not how soon it arrives.
  timeout: 300_000,
  expect: { timeout: 30_000 },
  forbidOnly: true,
  fullyParallel: true,
  // More than the two cores of a small machine, because journeys wait for each other’s processes.
  workers: 4,
  // `npm test` runs the first two at different times, `npm run test:all` also the others.
  projects: [
    { name: 'journeys', testIgnore: ['screens.spec.ts', 'proxies.spec.ts', ...long] },
    { name: 'screens', testMatch: 'screens.spec.ts' },
    { name: 'long', testMatch: long },
    { name: 'proxies', testMatch: 'proxies.spec.ts' },
  ],
  use: {
    ...devices['Desktop Chrome'],
    locale: 'en-US',
    // Requests that a service worker makes cannot be held or refused. offline.spec.ts allows it.
    serviceWorkers: 'block',
    actionTimeout: 30_000,
    // No traces: a trace requests images again, which the content security policy then refuses.
    screenshot: 'only-on-failure',
    // No clicks on moving elements. visitor-journey.spec.ts runs with motion.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      args: ['--no-sandbox', ...quiet],
      ...(process.env.CHROMIUM_PATH && { executablePath: process.env.CHROMIUM_PATH }),
    },
  },
})
