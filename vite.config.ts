import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'
import { markdownDocuments } from './app/content/vite-plugin.ts'
import { offlineWorker } from './app/offline/vite-plugin.ts'

// Three files of shared code in place of thirty: smaller together, and the first one stays cached over releases.
const vendor = { name: 'vendor', test: /node_modules/, priority: 3 }
/** What at least ten routes show. */
const parts = {
  name: 'parts',
  test: /\/app\/(ui|parts)\/[^/]+$|\/domain\/\w+\/rules/,
  minShareCount: 10,
  priority: 2,
}
const frame = { name: 'frame', test: /\/app\/frame\//, priority: 1 }

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
            entryFileNames: 'assets/[hash].js',
            chunkFileNames: 'assets/[hash].js',
            codeSplitting: { groups: [vendor, parts, frame] },
          },
        },
      },
    },
  },
})
