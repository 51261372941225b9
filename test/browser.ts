export interface Page {
  url: URL
  status: number
  headers: Headers
  text: string
}

interface Cookie {
  name: string
  value: string
  path: string
}

const maxRedirects = 10

/** An HTTP client with cookies that follows redirects, like a browser without JavaScript. */
export class Browser {
  cookies: Cookie[] = []

  /** Requests an address and follows redirects to a page, or up to the first URL whose path starts with `until`. */
  async visit(address: string | URL, until?: string): Promise<Page> {
    return this.#follow(await this.#fetch(new URL(address), {}), until)
  }

  /** Posts a form with the Origin of its address. */
  async submit(address: string | URL, fields: Record<string, string>, until?: string): Promise<Page> {
    const url = new URL(address)
    const init = { method: 'POST', body: new URLSearchParams(fields), headers: { Origin: url.origin } }
    return this.#follow(await this.#fetch(url, init), until)
  }

  cookie(name: string): string | undefined {
    return this.cookies.find((cookie) => cookie.name === name)?.value
  }

  /** What a request for `url` sends as its Cookie header. */
  cookieHeader(url: URL): string {
    const sent = this.cookies.filter((cookie) => url.pathname.startsWith(cookie.path))
    return sent.map(({ name, value }) => `${name}=${value}`).join('; ')
  }

  async #follow(page: Page, until?: string): Promise<Page> {
    let current = page
    for (let count = 0; count < maxRedirects; count++) {
      const location = current.headers.get('location')
      if (!location) return current
      const next = new URL(location, current.url)
      if (until && next.pathname.startsWith(until)) return { ...current, url: next }
      current = await this.#fetch(next, {})
    }
    throw new Error(`More than ${maxRedirects} redirects from ${page.url.href}`)
  }

  async #fetch(url: URL, init: RequestInit): Promise<Page> {
    const headers = new Headers(init.headers)
    if (this.cookieHeader(url)) headers.set('Cookie', this.cookieHeader(url))
    const response = await fetch(url, { ...init, headers, redirect: 'manual' })
    for (const line of response.headers.getSetCookie()) this.#storeCookie(line)
    return { url, status: response.status, headers: response.headers, text: await response.text() }
  }

  #storeCookie(line: string): void {
    const [pair = '', ...attributes] = line.split(/; */)
    const [name = '', value = ''] = pair.split(/=(.*)/s)
    const path = attributes.find((attribute) => /^path=/i.test(attribute))?.slice(5) ?? '/'
    const isRemoved = value === '' || attributes.some((attribute) => /^max-age=0$/i.test(attribute))
    this.cookies = this.cookies.filter((cookie) => cookie.name !== name || cookie.path !== path)
    if (!isRemoved) this.cookies.push({ name, value, path })
  }
}
