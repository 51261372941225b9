/** A Markdown file as app/content/vite-plugin.ts transforms it. */
declare module '*.md' {
  export const frontMatter: unknown
  export const sections: import('#app/ui/text/article.tsx').ArticleSection[]
  export const text: string
}
