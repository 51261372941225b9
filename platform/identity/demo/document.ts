import { type Html, html } from '#platform/identity/demo/html.ts'

interface DocumentFrame {
  title: string
  siteName: string
  publicUrl: string
  stylesheet: string
}

export function documentOf(frame: DocumentFrame, page: Html): string {
  return html`<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="robots" content="noindex">
  <title>${frame.title} | ${frame.siteName}</title>
  <link rel="stylesheet" href="${frame.stylesheet}">
  <link rel="icon" href="${frame.publicUrl}/favicon.svg" type="image/svg+xml">
</head>
<body>
  ${scene}
  <header><a class="home" href="${frame.publicUrl}/">${mark}<span>${frame.siteName}</span></a></header>
  <main>${page}</main>
</body>
</html>
`.text
}

const mark = html`
  <svg class="mark" viewBox="0 0 32 32" aria-hidden="true">
    <path class="ring" d="M26.800 9.200A12.600 12.600 0 1 1 19.600 3.900" />
    <path class="slit" d="M9.200 12.600h13.600c.8 0 1.300.8 1 1.500a8.300 8.300 0 0 1-15.600 0c-.3-.7.2-1.500 1-1.500Z" />
  </svg>`

const scene = html`
  <svg class="scene" viewBox="0 0 1440 900" preserveAspectRatio="xMidYMax slice" aria-hidden="true">
    <circle class="orb" cx="1072" cy="318" r="132" />
    <path class="ridge-1" d="M0 620c110-80 200-112 330-58 104 43 168 20 262-44 120-82 220-62 338 12 140 88 262 62 510-86v456H0Z" />
    <path class="ridge-2" d="M0 706c170-84 300-78 456-22 166 60 300 30 446-36 180-82 330-40 538 44v208H0Z" />
    <path class="ridge-3" d="M0 790c220-60 420-44 610-4 270 58 520 10 830-52v166H0Z" />
    <path class="ridge-4" d="M0 852c300-40 520-18 760-6 260 14 460-12 680-38v92H0Z" />
  </svg>`
