/** The texts that administrators can write on screen, by their paths (ADM-125). */
export const PAGES = {
  'privacy-policy': 'Privacy Policy',
  terms: 'Terms of Service',
  cookies: 'Cookie Policy',
  tools: 'AI Creative Tools',
} as const

export type PageName = keyof typeof PAGES
/** Of the others only the introduction is written (ADM-153). */
export type LegalPage = Exclude<PageName, 'tools'>

export const PAGE_NAMES = Object.keys(PAGES) as PageName[]

/** As many as a form of 64 KB holds in any script. */
export const PAGE_LIMIT = 20_000

export const PAGE_MESSAGES = {
  empty: 'Please enter a text',
  tooLong: 'Please enter a text of at most 20,000 characters',
  noSection: 'Please begin each section with a line such as “## Title”',
  noChoice: 'Please keep the line <cookie-choice />: visitors change their answer about cookies there',
  unreadable: 'This text nests lists or quotes too deeply to be shown',
  changed:
    'Another administrator has changed this page since you opened it. Look at its newest version below: saving again replaces it.',
  noVersion: 'There is no such version',
  invalid: 'Please press one of the buttons',
  saved: 'Page saved',
  failed: 'Failed to save the page',
} as const

export function isPage(name: string | undefined): name is PageName {
  return name !== undefined && Object.hasOwn(PAGES, name)
}

export function isLegal(page: PageName): page is LegalPage {
  return page !== 'tools'
}
