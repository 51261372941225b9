import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig, type Rolldown } from 'vite'
import { markdownDocuments } from './app/content/vite-plugin.ts'
import { offlineWorker } from './app/offline/vite-plugin.ts'

// Two files of shared code in place of thirty: smaller together, and the first one stays cached over releases.
const vendor = { name: 'vendor', test: /node_modules|vite\/preload-helper|rolldown\/runtime/, priority: 2 }
/** What every page has, or half of the pages that most visits are of. */
const common = { name: commonName, priority: 1 }
const visited =
  /\/app\/features\/(home\/home|challenges\/(list|show|results\/results)|submissions\/(list|gallery\/gallery|show\/show|member-gallery\/member-gallery)|members\/(leaderboard|profile))\.tsx$/

function commonName(id: string, graph: Rolldown.ChunkingContext): string | null {
  const users = new Set([id])
  // A set grows while it is walked.
  for (const user of users)
    for (const importer of graph.getModuleInfo(user)?.importers ?? []) users.add(importer)
  // The entry stays alone: what it loads has to be there before it runs.
  const isOfAll = [...users].some((user) => /\/app\/root\.tsx$/.test(user))
  return isOfAll || [...users].filter((user) => visited.test(user)).length >= 5 ? 'common' : null
}

/** What pages share besides: two small files are larger than one, and name more in the list of routes. */
const shared = [
  { name: 'ranks', test: /\/domain\/points\/ranks/, priority: 1 },
  { name: 'progress', test: /\/figures\/progress/, priority: 1 },
  {
    name: 'submission',
    test: /\/submissions\/(submission-error|use-zoom|opened-report|votes\/use-vote)/,
    priority: 1,
  },
  { name: 'admin', test: /\/features\/admin\/(.+\/)?(paths|queue-path|confirmation)\.ts$/ },
]

/** Few files for what forms have, since the service worker keeps them all; alone is what pages that are mostly read use. */
const forms = [
  { name: 'notice', test: /\/app\/ui\/messages\/notice/, priority: 1 },
  { name: 'loading', test: /\/app\/ui\/lists\/loading/, priority: 1 },
  { name: 'sending', test: /\/app\/forms\/life-cycle/, priority: 1 },
  { name: 'input', test: /\/app\/ui\/fields\/input/, priority: 1 },
  { name: 'field', test: /\/app\/ui\/fields\/field/, priority: 1 },
  { name: 'rules', test: /\/domain\/(accounts|comments|members|reports|points|submissions)\// },
  { name: 'fields', test: /\/app\/(ui|parts)\/fields\/|\/app\/forms\/[^/]+$/ },
]

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
      // Packages that only the server imports would be found at the first visit, and reload its page.
      optimizeDeps: { noDiscovery: true },
      build: {
        rolldownOptions: {
          optimization: { inlineConst: { mode: 'all', pass: 3 } },
          output: {
            // Every page loads a list of these names.
            entryFileNames: 'assets/[hash:7].js',
            chunkFileNames: 'assets/[hash:7].js',
            codeSplitting: { groups: [vendor, common, ...shared, ...forms] },
          },
        },
      },
    },
  },
})
