/** What app/content/vite-plugin.ts makes of a Markdown file. */
declare module '*.md' {
  export const frontMatter: unknown
  export const sections: import('#app/ui/article.tsx').ArticleSection[]
}
