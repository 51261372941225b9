import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'
import { markdownDocuments } from './app/content/vite-plugin.ts'

// What every page needs, in two files instead of thirty: packed together they are some kilobytes smaller, and the
// first stays in the browser's cache over releases.
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
