/** The first address of each kind that the public lists link to. */
export interface Addresses {
  challenge: string
  submission: string
  profile: string
}

/** Addresses of existing pages, found like a visitor would. */
export async function addresses(origin: string): Promise<Addresses> {
  const list = await hrefs(`${origin}/challenges`)
  const recent = await hrefs(`${origin}/challenges/submissions`)
  return {
    challenge: first(list, /^\/challenges\/[0-9a-f-]{36}$/),
    submission: first(recent, /^\/challenges\/[0-9a-f-]{36}\/submissions\/[0-9a-f-]{36}$/),
    profile: first(recent, /^\/profile\/[0-9a-f-]{36}$/),
  }
}

async function hrefs(address: string): Promise<string[]> {
  const html = await (await fetch(address)).text()
  return [...html.matchAll(/href="([^"]+)"/g)].map(([, href = '']) => href)
}

function first(links: string[], pattern: RegExp): string {
  const found = links.find((link) => pattern.test(link))
  if (!found) throw new Error(`no link like ${pattern}`)
  return found
}
