import type { MetaDescriptor } from 'react-router'
import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { sendAnnouncement } from '#domain/announcements/commands.server.ts'
import { addToShortlist } from '#domain/ballot/shortlist.server.ts'
import { addComment } from '#domain/comments/commands.server.ts'
import { unsubscribeHash } from '#domain/notifications/commands.server.ts'
import { deliverEvents } from '#domain/notifications/delivery.server.ts'
import { newSetupCode } from '#domain/people/first-administrator.server.ts'
import { saveDraft } from '#domain/submissions/drafts.server.ts'
import { sendSuggestion } from '#domain/suggestions/commands.server.ts'
import { newId } from '#platform/id.server.ts'
import {
  accepted,
  as,
  daysFromNow,
  makeAdmin,
  makeChallenge,
  makeMember,
  makeSeries,
  makeSubmission,
  makeTemplate,
  openVoting,
} from '#test/builders.ts'
import { testDatabase } from '#test/database.ts'
import { origin, requestContext } from '#test/request-context.ts'
import { routes } from '#test/routes.ts'
import { makeWebhook } from '#test/webhooks.ts'
import * as root from './root.tsx'

interface PageModule {
  loader?: (args: unknown) => unknown
  meta?: (args: unknown) => MetaDescriptor[]
  default?: unknown
  ErrorBoundary?: unknown
}
interface Page {
  pattern: string
  module: PageModule
}

const { db } = await testDatabase()
const [author, member, admin] = [
  await makeMember(db, { displayName: 'Paper Fox 203' }),
  await makeMember(db),
  await makeAdmin(db),
]
const challenge = await makeChallenge(db, { title: 'The last lantern' })
const submission = await makeSubmission(db, author, challenge, { title: 'Static garden' })
const voting = await makeChallenge(db)
const inVoting = await makeSubmission(db, author, voting)
const [starred = '', starredToo = ''] = [
  await makeSubmission(db, await makeMember(db), voting),
  await makeSubmission(db, await makeMember(db), voting),
]
await openVoting(db, voting)
for (const id of [starred, starredToo]) await addToShortlist(db, as(member), voting, id)
const scope = { viewer: author, moderation: 'after' } as const
const comment = accepted(
  await addComment(db, scope, { challengeId: voting, submissionId: inVoting, parentId: null, text: 'Hm' }),
).id
const draft = {
  title: 'Static garden',
  description: '',
  creationProcess: '',
  prompt: '',
  aiTools: '',
  contentUrl: '',
}
await saveDraft(db, { viewer: member, moderation: 'after' }, challenge, {
  ...draft,
  imageAlt: '',
  imageId: null,
})
const announcementId = newId()
await sendAnnouncement(db, admin, announcementId, {
  title: 'News',
  text: 'Hm',
  link: null,
  challengeId: null,
})
await deliverEvents(db, { sendsMail: false })
await saveDraft(db, { viewer: member, moderation: 'after' }, challenge, {
  title: 'A draft',
  description: '',
  creationProcess: '',
  prompt: '',
  aiTools: '',
  contentUrl: '',
  imageAlt: '',
  imageId: null,
})
const suggested = await sendSuggestion(db, member, { title: 'Doors', brief: 'Draw one.', kind: 'image' })
const suggestionId = suggested.ok ? suggested.value.id : ''
const completed = await makeChallenge(db, { status: 'completed', deadline: daysFromNow(-3) })
const webhook = await makeWebhook(db, admin)
const template = await makeTemplate(db, admin)

// A site without an administrator.
const { db: newSite } = await testDatabase()
await newSetupCode(newSite, { emails: [], userIds: [] })
const series = await makeSeries(db, admin.id)

const token = await db.row<{ token: string }>(sql`
  select encode(${unsubscribeHash(sql`${author.id}`, sql`'results'`)}, 'hex') as token`)

const modules = import.meta.glob<PageModule>(['/app/features/**/*.{ts,tsx}', '!**/*.test.*'])
const pages = await Promise.all(
  routes
    .filter(({ pattern, hasScreen }) => hasScreen && pattern !== '/*')
    .map(async ({ pattern, file }) => ({ pattern, module: (await modules[`/app/${file}`]?.()) ?? {} })),
)

const VERBS = [
  ['/comments/', 'hide'],
  ['/submissions/', 'reject'],
  ['/series/', 'pause'],
] as const

function paramsOf(pattern: string) {
  if (pattern.includes('/compare/')) return { id: voting, submissionId: starred, otherId: starredToo }
  if (pattern.includes('/voting-room/'))
    return {
      id: voting,
      submissionId: inVoting,
      otherId: starred,
      userId: author.id,
      section: '',
      kind: '',
      token: '',
    }
  const subjects: [RegExp, string][] = [
    [/submissions\/:id/, submission],
    [/integrity\/:id/, voting],
    [/announcements\/:id/, announcementId],
    [/suggestions\/:id/, suggestionId],
    [/templates\/:id/, template],
    [/series\/:id/, series.id],
    [/webhooks\/:id/, webhook],
    [/\/results$/, completed],
  ]
  const id = subjects.find(([about]) => about.test(pattern))?.[1] ?? challenge
  const kind = pattern.startsWith('/report') ? 'comment' : 'results'
  const named = {
    kind,
    step: pattern.includes('integrity') ? 'hold' : pattern.includes('webhooks') ? 'secret' : 'open',
    outcome: 'dismiss',
    verb: VERBS.find(([about]) => pattern.includes(about))?.[1] ?? 'suspend',
    role: 'moderator',
    promptId: series.prompts[0] ?? '',
    page: 'terms',
    token: token?.token ?? '',
    commentId: comment,
    subjectId: comment,
    announcementId,
  }
  const submissionId = pattern.includes('integrity') ? inVoting : submission
  return { id, submissionId, userId: author.id, section: 'weekly', ...named }
}

/** The page's tags as the first who may see it gets them. */
async function tagsOf({ pattern, module }: Page, query = ''): Promise<MetaDescriptor[]> {
  const params = paramsOf(pattern)
  const path = pattern.replace(/:(\w+)/g, (_, name: keyof typeof params) => params[name] ?? 'x')
  // The middleware of the admin area, which does not run here, refuses everyone else.
  // The first rank is not celebrated.
  const promoted = { ...author, rank: 'Adept Ninja' }
  const viewers = pattern.startsWith('/admin') ? [admin] : [null, member, author, admin, promoted]
  for (const viewer of viewers) {
    const context = await requestContext(pattern === '/setup' ? newSite : db, viewer)
    const request = new Request(origin + path + query)
    try {
      const loaded = await module.loader?.({ request, params, context, url: new URL(request.url), pattern })
      const loaderData = isWrapped(loaded) ? loaded.data : loaded
      return module.meta?.({ ...metaArgs(path), loaderData }) ?? []
    } catch (thrown) {
      if (thrown instanceof Error) throw thrown
    }
  }
  throw new Error(`no role may see ${path}`)
}

function metaArgs(pathname: string) {
  const site = {
    id: 'root',
    loaderData: { productName: 'Creative Dojo', tagline: 'Made with AI tools', origin },
  }
  return { params: {}, location: { pathname, search: '', hash: '' }, matches: [site], error: undefined }
}

function isWrapped(loaded: unknown): loaded is { data: unknown } {
  return typeof loaded === 'object' && loaded !== null && 'init' in loaded && 'data' in loaded
}

function flat(tags: MetaDescriptor[]): Record<string, string> {
  const named = tags.map((tag) => {
    const { title, name, property, rel, content, href } = tag as Record<string, string>
    return title === undefined || rel ? [name ?? property ?? rel, content ?? href] : ['title', title]
  })
  return Object.fromEntries(named)
}

const shared = ['og:site_name', 'og:type', 'og:title', 'og:description', 'og:url', 'og:image:alt']
const cards = ['twitter:title', 'twitter:description', 'twitter:image', 'twitter:image:alt']

it('the URL map has pages', () => {
  expect(pages.length).toBeGreaterThan(25)
})

describe.each(pages)('$pattern', (page) => {
  it('has tags for search engines and share previews', async () => {
    const tags = await tagsOf(page)
    const meta = flat(tags)
    expect(Object.keys(meta)).toHaveLength(tags.length)
    expect(meta.title).toMatch(/^\S.* \| Creative Dojo$/)
    expect(meta.description?.length).toBeGreaterThan(10)
    for (const name of [...shared, ...cards]) expect(meta[name], name).toMatch(/\S/)
    expect(meta).toMatchObject({
      'og:image:width': '1200',
      'og:image:height': '630',
      'twitter:card': 'summary_large_image',
    })
    expect(meta['og:image']).toBe(meta['twitter:image'])
    expect(meta['og:image']?.startsWith(`${origin}/`)).toBe(true)
    expect(meta.robots ? undefined : meta['og:url']).toBe(meta.canonical)
  })

  it('is not indexed if it fails', async () => {
    if (!page.module.ErrorBoundary) return
    const error = { status: 404, statusText: '', internal: false, data: null }
    const args = { ...metaArgs('/x'), loaderData: undefined, error }
    const meta = flat(page.module.meta?.(args) ?? [])
    expect(meta).toMatchObject({ robots: 'noindex' })
    expect(meta.canonical).toBeUndefined()
    expect(meta['og:image']).toBe(`${origin}/pictures/share.png`)
  })
})

it.each([404, 500])('a page without its own text for %s is not indexed', (status) => {
  const error = { status, statusText: '', internal: false, data: null }
  const meta = flat(root.meta({ ...metaArgs('/x'), loaderData: undefined, error } as never))
  expect(meta.robots).toBe('noindex')
  expect(meta.canonical).toBeUndefined()
})

describe('a share image', () => {
  it.each([
    ['/challenges/:id', `/challenges/${challenge}`, 'website', 'The last lantern'],
    ['/challenges/:id/submissions', `/challenges/${challenge}`, 'website', 'The last lantern'],
    [
      '/challenges/:id/submissions/:submissionId',
      `/challenges/${challenge}/submissions/${submission}`,
      'article',
      'Static garden',
    ],
    ['/profile/:userId', `/profile/${author.id}`, 'profile', 'Paper Fox 203'],
    ['/profile/:userId/submissions', `/profile/${author.id}`, 'website', 'Paper Fox 203'],
  ])('%s', async (pattern, path, about, subject) => {
    const meta = flat(await tagsOf(pageAt(pattern)))
    expect(meta['og:image']).toBe(`${origin}${path}/share.png`)
    expect(meta['og:type']).toBe(about)
    expect(meta['og:image:alt']).toContain(subject)
  })
})

describe('the Atom feed', () => {
  it.each([
    ['/', '/challenges.atom'],
    ['/challenges', '/challenges.atom'],
    ['/challenges/archive', '/results.atom'],
    ['/showcase', '/results.atom'],
    ['/profile/:userId', `/profile/${author.id}/submissions.atom`],
    ['/profile/:userId/submissions', `/profile/${author.id}/submissions.atom`],
  ])('of %s is %s', async (pattern, path) => {
    const type = 'application/atom+xml'
    expect(await tagsOf(pageAt(pattern))).toContainEqual(
      expect.objectContaining({ tagName: 'link', rel: 'alternate', type, href: origin + path }),
    )
  })
})

describe('the canonical URL', () => {
  it.each([
    ['/challenges', '?kind=video&utm_source=x', '/challenges?kind=video'],
    ['/challenges', '?kind=none&page=1', '/challenges'],
    ['/challenges/archive', '?type=daily&kind=video', '/challenges/archive?type=daily&kind=video'],
    ['/challenges/all', '?type=special-monthly-x&page=1', '/challenges/all?type=monthly-special'],
    ['/challenges/submissions', '?sort=votes', '/challenges/submissions'],
    ['/challenges/submissions', '?kind=image&sort=votes', '/challenges/submissions?kind=image'],
    ['/showcase', '?kind=audio', '/showcase?kind=audio'],
    ['/leaderboard', '?ninjas=20', '/leaderboard'],
    ['/leaderboard', '?period=month', '/leaderboard'],
    ['/', '?ninjas=20', '/'],
    ['/challenges/:id/submissions', '?mode=voting&shown=12', `/challenges/${challenge}/submissions`],
    ['/profile/:userId/submissions', '?view=list&sort=votes', `/profile/${author.id}/submissions`],
  ])('of %s%s is %s', async (pattern, query, address) => {
    expect(flat(await tagsOf(pageAt(pattern), query)).canonical).toBe(origin + address)
  })
})

function pageAt(pattern: string): Page {
  const page = pages.find((one) => one.pattern === pattern)
  if (!page) throw new Error(`${pattern} is no page`)
  return page
}
