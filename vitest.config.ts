import { defineConfig } from 'vitest/config'

const folders = ['domain', 'platform', 'app', 'server', 'db', 'scripts', 'test']

export default defineConfig({
  test: {
    include: folders.map((folder) => `${folder}/**/*.test.{ts,tsx}`),
    exclude: ['test/e2e/**'],
    environment: 'node',
    globalSetup: 'test/global-setup.ts',
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
