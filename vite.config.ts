import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'
import { markdownDocuments } from './app/content/vite-plugin.ts'
import { offlineWorker } from './app/offline/vite-plugin.ts'

// Four files of shared code in place of thirty: smaller together, and the first one stays cached over releases.
const vendor = { name: 'vendor', test: /node_modules|vite\/preload-helper/, priority: 4 }
/** What at least ten routes show. */
const parts = {
  name: 'parts',
  test: (id: string) =>
    /\/app\/(ui|parts)\/[^/]+$|\/domain\/\w+\/rules/.test(id) &&
    !forLists.test(id) &&
    // Of public pages, few have these.
    !/\/(landscape|submission-card|dialog|kept-rows|audit|data-table)/.test(id),
  minShareCount: 10,
  priority: 3,
}
const forLists =
  /\/app\/ui\/(page-header|page-slots|pager|pending-navigation|search-params|skeleton)\.tsx?$|\/platform\/paging/
/** Of these, what pages with lists need, and single pages do not. */
const lists = { name: 'lists', test: forLists, minShareCount: 10, priority: 2 }
/** Of every page; the frame of the admin area and the links of members are not. */
const frame = { name: 'frame', test: /\/app\/frame\/(?!admin-|member\/)/, priority: 1 }

export default defineConfig({
  plugins: [markdownDocuments(), tailwindcss(), reactRouter(), offlineWorker()],
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
            entryFileNames: 'assets/[hash:7].js',
            chunkFileNames: 'assets/[hash:7].js',
            codeSplitting: { groups: [vendor, lists, parts, frame] },
          },
        },
      },
    },
  },
})
