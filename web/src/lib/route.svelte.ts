// Which page is open. Links are plain addresses, so that they can be shared and bookmarked.
export const route = $state({ path: location.pathname, query: location.search, hash: location.hash });

export function go(to: string): void {
  history.pushState(null, '', to);
  follow();
}

/// The same page under another address, without a step in the history.
export function rewrite(to: string): void {
  history.replaceState(null, '', to);
  follow();
}

function follow(): void {
  route.path = location.pathname;
  route.query = location.search;
  route.hash = location.hash;
}

addEventListener('popstate', follow);
addEventListener('click', (e) => {
  const link = (e.target as Element | null)?.closest?.('a[href^="/"]');
  if (!link || e.defaultPrevented || e.button !== 0 || e.metaKey || e.ctrlKey || e.shiftKey || link.hasAttribute('download')) return;
  if (link.getAttribute('href')!.startsWith('/api')) return;
  e.preventDefault();
  go(link.getAttribute('href')!);
});
