import { html } from '#platform/identity/demo/html.ts'

export interface Notice {
  siteName: string
  heading: string
  text: string
}

/** A whole page that needs neither the app's scripts nor the database. Its style is public/notice.css. */
export function noticePage({ siteName, heading, text }: Notice): string {
  return html`<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="robots" content="noindex">
  <title>${heading} | ${siteName}</title>
  <link rel="stylesheet" href="/notice.css">
  <link rel="icon" href="/favicon.svg" type="image/svg+xml">
</head>
<body>
  <header><a href="/"><img src="/favicon.svg" alt="" width="32" height="32"> ${siteName}</a></header>
  <main>
    <h1>${heading}</h1>
    <p>${text}</p>
    <a class="button" href="/">Return to Home</a>
  </main>
</body>
</html>
`.text
}
