// Keeps the app for when there is no connection: pages, styles, fonts, the engine. The games themselves need their server.
const CACHE = 'limber-1';
const SHELL = ['/', '/limber.wasm', '/icon.svg', '/limber.webmanifest'];

self.addEventListener('install', (e) => {
  e.waitUntil(
    (async () => {
      const cache = await caches.open(CACHE);
      await cache.addAll(SHELL);
      const page = await (await cache.match('/')).text();
      const assets = [...page.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map((m) => m[1]);
      await cache.addAll(assets);
      for (const path of assets.filter((a) => a.endsWith('.css'))) {
        const css = await (await cache.match(path)).text();
        await cache.addAll([...css.matchAll(/url\((\/assets\/[^)]+)\)/g)].map((m) => m[1]));
      }
      await self.skipWaiting();
    })(),
  );
});

self.addEventListener('activate', (e) => {
  e.waitUntil(
    (async () => {
      for (const name of await caches.keys()) if (name !== CACHE) await caches.delete(name);
      await self.clients.claim();
    })(),
  );
});

// Fresh where there is a connection, kept where there is none. What is named by its content never changes.
async function answer(request, path) {
  const cache = await caches.open(CACHE);
  const isPage = request.mode === 'navigate';
  if (path.startsWith('/assets/')) {
    const kept = await cache.match(path);
    if (kept) return kept;
  }
  try {
    const fresh = await fetch(request);
    if (fresh.ok) await cache.put(isPage ? '/' : path, fresh.clone());
    return fresh;
  } catch (fault) {
    const kept = await cache.match(isPage ? '/' : path);
    if (kept) return kept;
    throw fault;
  }
}

self.addEventListener('fetch', (e) => {
  const url = new URL(e.request.url);
  if (e.request.method !== 'GET' || url.origin !== location.origin || url.pathname.startsWith('/api') || url.pathname === '/ws') return;
  e.respondWith(answer(e.request, url.pathname));
});
