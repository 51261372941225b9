// Takes the place of the app's service worker in browsers: drops what it kept and lets all requests through.
self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) =>
  event.waitUntil(caches.keys().then((names) => Promise.all(names.map((name) => caches.delete(name))))),
)
