import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'
import { markdownDocuments } from './app/content/vite-plugin.ts'

// A few files of shared code instead of thirty: smaller together, and the first one stays cached over releases.
const vendor = {
  name: 'vendor',
  test: /node_modules\/(react|react-dom|react-router|scheduler)\//,
  priority: 3,
}
/** What the public pages share. */
const shared = {
  name: 'shared',
  test: /\/app\/forms\/connection\/|\/app\/ui\/(?!illustrations|checkbox|confirm-form|counter|data-table|dialog|field|file-field|input|kept-rows)|\/domain\/(challenges|media|members|points|submissions|voting)\/rules/,
  minShareCount: 5,
  priority: 2,
}
/** What the pages of one submission share. */
const submission = {
  name: 'submission',
  test: /\/app\/features\/submissions\/(work|player|submission-not-found|show\/(submission-image|image-viewer))\.tsx|\/app\/ui\/opened-report/,
  minShareCount: 2,
  priority: 2,
}
/** What forms and administration share. */
const controls = {
  name: 'controls',
  test: /\/app\/(ui|forms)\/(?!illustrations|data-table)|\/domain\/\w+\/rules/,
  minShareCount: 5,
  priority: 1,
}

export default defineConfig({
  plugins: [markdownDocuments(), tailwindcss(), reactRouter()],
  environments: {
    client: {
      build: {
        rolldownOptions: { output: { codeSplitting: { groups: [vendor, shared, submission, controls] } } },
      },
    },
  },
})
