import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'
import { markdownDocuments } from './app/content/vite-plugin.ts'

// Two files of shared code instead of thirty: smaller together, and the first one stays cached over releases.
const vendor = {
  name: 'vendor',
  test: /node_modules\/(react|react-dom|react-router|scheduler)\//,
  priority: 2,
}
const shared = {
  name: 'shared',
  test: /\/app\/ui\/(?!scene|illustrations)|\/domain\/\w+\/rules/,
  minShareCount: 5,
  priority: 1,
}

export default defineConfig({
  plugins: [markdownDocuments(), tailwindcss(), reactRouter()],
  environments: {
    client: { build: { rolldownOptions: { output: { codeSplitting: { groups: [vendor, shared] } } } } },
  },
})
