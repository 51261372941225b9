/** What a browser needs to install the site. */
export function webManifest(productName: string) {
  return {
    id: '/',
    name: productName,
    short_name: productName === 'Creative Dojo' ? 'Dojo' : productName,
    description: 'Challenge yourself, showcase your work, join a community of AI creative ninjas',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    background_color: '#0a0d13',
    theme_color: '#0a0d13',
    icons: [
      { src: '/favicon.svg', type: 'image/svg+xml', sizes: 'any' },
      { src: '/icon-192.png', type: 'image/png', sizes: '192x192' },
      { src: '/icon-512.png', type: 'image/png', sizes: '512x512', purpose: 'any maskable' },
    ],
    shortcuts: [
      { name: 'Challenges', url: '/challenges' },
      { name: 'Vote', url: '/challenges/voting' },
      { name: 'My Dojo', url: '/me' },
    ],
  }
}
