import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig, type Plugin } from 'vite'
import { markdownDocuments } from './app/content/vite-plugin.ts'
import { offlineWorker } from './app/offline/vite-plugin.ts'

// Four files of shared code in place of thirty: smaller together, and the first one stays cached over releases.
const vendor = { name: 'vendor', test: /node_modules/, priority: 4 }
/** What at least ten routes show. */
const parts = {
  name: 'parts',
  test: (id: string) =>
    /\/app\/(ui|parts)\/[^/]+$|\/domain\/\w+\/rules/.test(id) &&
    !forLists.test(id) &&
    !/\/(landscape|submission-card)/.test(id),
  minShareCount: 10,
  priority: 3,
}
const forLists =
  /\/app\/ui\/(dialog|kept-rows|page-header|page-slots|pager|pending-navigation|progress-bar|search-params|skeleton)\.tsx?$|\/domain\/audit\/rules|\/platform\/paging/
/** Of these, what pages with lists and dialogs need, and single pages do not. */
const lists = { name: 'lists', test: forLists, minShareCount: 10, priority: 2 }
/** Of every page; the frame of the admin area is not. */
const frame = { name: 'frame', test: /\/app\/frame\/(?!admin-)/, priority: 1 }

export default defineConfig({
  plugins: [markdownDocuments(), tailwindcss(), reactRouter(), offlineWorker(), withoutUnusedRouter()],
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
        rolldownOptions: {
          output: {
            // Every page loads a list of these names.
            entryFileNames: 'assets/[hash].js',
            chunkFileNames: 'assets/[hash].js',
            codeSplitting: { groups: [vendor, lists, parts, frame] },
          },
        },
      },
    },
  },
})

/** Browsers load the router without its lazy discovery of routes and its instrumentation, which the app does not use. */
function withoutUnusedRouter(): Plugin {
  return {
    name: 'without-unused-router',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    transform(code, id) {
      if (!/\/react-router\/dist\/production\/.*\/(fog-of-war|instrumentation)\.js$/.test(id)) return
      const names = code.match(/^export \{(.+)\}/m)?.[1]?.split(',') ?? []
      return names.map((name) => `export function ${name.trim()}() {}`).join('\n')
    },
  }
}
