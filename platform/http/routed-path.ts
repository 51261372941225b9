/**
 * The path of the page that the router finds: it decodes, ignores case, merges slashes and ignores one at the end, and
 * its scripts load the data of a page from another address. '/%53earch/' and '/search.data' are '/search' too.
 */
export function routedPath(pathname: string): string {
  const path = decoded(pathname)
    .toLowerCase()
    .replace(/\/{2,}/g, '/')
  return path.replace(/((?<=\/)_)?\.data$/, '').replace(/(?<=.)\/$/, '')
}

function decoded(pathname: string): string {
  try {
    return decodeURIComponent(pathname)
  } catch {
    return pathname
  }
}
