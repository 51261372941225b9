import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig, type Plugin } from 'vite'
import { markdownDocuments } from './app/content/vite-plugin.ts'

// A few files of shared code instead of thirty: smaller together, and the first one stays cached over releases.
const vendor = {
  name: 'vendor',
  test: /node_modules\/(react|react-dom|react-router|scheduler)\/|preload-helper/,
  priority: 3,
}
/** What the public pages share. */
const shared = {
  name: 'shared',
  test: /\/app\/forms\/search-params|\/app\/(ui|parts|frame)\/(?!illustrations|checkbox|confirm-form|counter|data-table|dialog|empty-dojo|field|file-field|input|kept-rows|pager|rewards)|\/domain\/((challenges|members|points|submissions|voting)\/rules|media\/sources)/,
  minShareCount: 5,
  priority: 2,
}
/** What only the frame of every page needs, and the vote buttons. */
const frame = {
  name: 'frame',
  test: /\/app\/frame\/(bar-link|consent|search-link)|\/submissions\/votes\/use-vote|\/app\/features\/site\/consent/,
  priority: 2,
}
/** What the pages of one submission share. */
const submission = {
  name: 'submission',
  test: /\/app\/features\/submissions\/(work|player|submission-not-found|show\/submission-image)\.tsx|\/app\/parts\/opened-report/,
  minShareCount: 2,
  priority: 2,
}
/** What forms and administration share. */
const controls = {
  name: 'controls',
  test: /\/app\/(ui|parts|frame|forms)\/(?!illustrations|data-table|empty-dojo|pager|rewards)|\/domain\/\w+\/rules/,
  minShareCount: 5,
  priority: 1,
}

/** Replaces Vite's helper for dynamic imports, which would preload their modules and is a kilobyte on public pages. */
const plainImports: Plugin = {
  name: 'plain-imports',
  enforce: 'pre',
  load: (id) => (id === '\0vite/preload-helper.js' ? 'export const __vitePreload = (load) => load()' : null),
}

export default defineConfig({
  plugins: [plainImports, markdownDocuments(), tailwindcss(), reactRouter()],
  environments: {
    // The server and the app are one bundle, so that each module exists once.
    ssr: {
      build: {
        rolldownOptions: {
          input: { main: 'server/main.ts', 'image-child.server': 'platform/images/image-child.server.ts' },
          output: { chunkFileNames: '[name]-[hash].js' },
        },
      },
    },
    client: {
      build: {
        modulePreload: false,
        rolldownOptions: {
          output: { codeSplitting: { groups: [vendor, shared, frame, submission, controls] } },
        },
      },
    },
  },
})
