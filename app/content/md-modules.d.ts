/** A Markdown file as app/content/vite-plugin.ts transforms it. */
declare module '*.md' {
  export const frontMatter: unknown
  export const sections: import('#app/ui/article.tsx').ArticleSection[]
  export const text: string
}
