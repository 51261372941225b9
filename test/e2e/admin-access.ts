import { saveTemplatePath, templatePath } from '#app/features/admin/challenges/templates/paths.ts'
import { judgedValue } from '#domain/moderation/rules.ts'
import { get, type ProtectedAddress, post, toAdmins } from './addresses.ts'
import type { ClientName } from './clients.ts'
import type { Fixtures } from './seed-fixtures.ts'

type Fields = Record<string, string>

const moderatedLists = ['submissions', 'submissions/queue', 'integrity', 'reports']
const administratorLists = [
  ...[
    'challenges',
    'challenges/templates',
    'calendar',
    'series',
    'announcements',
    'suggestions',
    'people',
    'exports/comments.csv',
    'leaderboard',
    'settings',
  ],
  ...[
    'settings/pages',
    'settings/checks',
    'audit',
    'exports/challenges.csv',
    'exports/entries.csv',
    'exports/members.csv',
  ],
]

/** The page of an action, and its form with a field that it does not have. */
function guarded(path: string, isModerated = false): ProtectedAddress[] {
  const answer = (status: number) => toAdmins(status, isModerated ? status : 403)
  return [get(path, answer(200)), post(path, { isAdmin: 'true' }, answer(400))]
}

/** For administrators. */
function own(path: string, fields: Fields): ProtectedAddress[] {
  return [...guarded(path), post(path, fields, toAdmins(303), ['admin'])]
}

/** For administrators, and refused the second time. */
function once(path: string, fields: Fields = {}, refusal = 409): ProtectedAddress[] {
  return [...own(path, fields), post(path, fields, toAdmins(refusal))]
}

/** For the administrator, then for the moderator, whom 409 tells that it is done, or nothing is there to do. */
function shared(path: string, fields: Fields = {}, first = 303, second = 409): ProtectedAddress[] {
  const writers: ClientName[] = [
    ...(first === 303 ? (['admin'] as const) : []),
    ...(second === 303 ? (['moderator'] as const) : []),
  ]
  return [...guarded(path, true), post(path, fields, toAdmins(first, second), writers)]
}

/** The administrators' lists and actions: each action's page, its form with a foreign field, and its form. */
export function adminAddresses(fixtures: Fixtures): ProtectedAddress[] {
  const {
    challenges,
    submissions,
    versions,
    stranger,
    comments,
    report,
    announcement,
    invitation,
    settingsChange,
    template,
    series,
    webhook,
  } = fixtures
  const suggestionDecline = `/admin/suggestions/${fixtures.suggestion}/decline`
  const member = `/admin/leaderboard/${stranger}`
  const settingBack = `/admin/settings/changes/${settingsChange}/back`
  const invitationEnd = `/admin/people/invitations/${invitation}/end`
  const versionOf = (id: string) => ({ version: versions[id] ?? '' })
  const judged = (verb: string, id: string, again = 409) =>
    shared(`/admin/submissions/${id}/${verb}`, versionOf(id), 303, again)
  const step = (
    id: string,
    name: string,
    fields: Fields,
    first = 409,
    second = first === 303 ? 409 : first,
  ) => shared(`/admin/integrity/${id}/${name}`, fields, first, second)
  const bulk = (verb: string, fields: Fields) => {
    const path = `/admin/submissions/${verb}`
    return [
      get(path, toAdmins(302, 302)),
      post(path, { isAdmin: 'true' }, toAdmins(400, 400)),
      post(path, fields, toAdmins(303, 303), ['admin']),
      // The toast says that it was refused.
      post(path, fields, toAdmins(303, 303)),
    ]
  }
  const chosen = (id: string) => `${id}:${versions[id]}:pending`
  const ofSeries = (path: string) => `/admin/series/${series.id}/${path}`
  const [first = '', , last = ''] = series.prompts
  const moved = { day: '2040-03-01', timeZone: 'Europe/Berlin', version: '0' }
  const prompt = { title: 'Four', brief: 'Draw four.' }
  const hook = `/admin/webhooks/${webhook.id}`
  const hooked = { name: 'Other', url: 'http://127.0.0.1:9/', format: 'standard', kinds: 'voting.opened' }
  const points = { change: '40', reason: 'Doors', seen: '' }
  const news = { key: stranger, title: 'News', text: 'Something is new', link: '', audience: 'all' }
  return [
    ...moderatedLists.map((list) => get(`/admin/${list}`, toAdmins(200, 200))),
    ...administratorLists.map((list) => get(`/admin/${list}`, toAdmins(200))),
    get(member, toAdmins(200)),
    get(`${member}/points`, toAdmins(200)),
    post(`${member}/points`, { ...points, userId: submissions.mine }, toAdmins(422)),
    post(`${member}/points`, points, toAdmins(303), ['admin']),
    // It does not name the adjustment that the first one made.
    post(`${member}/points`, points, toAdmins(409)),
    get(`${member}/rank`, toAdmins(200)),
    post(`${member}/rank`, { rank: 'Elite Ninja', seen: '' }, toAdmins(409)),
    get(`/admin/challenges/${challenges.upcoming}/move`, toAdmins(200)),
    post(`/admin/challenges/${challenges.upcoming}/move`, { isAdmin: 'true' }, toAdmins(400)),
    post(`/admin/challenges/${challenges.upcoming}/move`, moved, toAdmins(303), ['admin']),
    post(`/admin/challenges/${challenges.upcoming}/move`, { ...moved, day: '2040-03-02' }, toAdmins(409)),
    ...own(saveTemplatePath(challenges.active), { key: stranger, name: 'Market' }),
    ...own(templatePath(template), { name: 'Night market' }),
    ...once(`${templatePath(template)}/delete`, {}, 404),
    get('/admin/series/new', toAdmins(200)),
    post('/admin/series/new', { isAdmin: 'true' }, toAdmins(422)),
    get(`/admin/series/${series.id}`, toAdmins(200)),
    get(ofSeries('edit'), toAdmins(200)),
    post(ofSeries('edit'), { isAdmin: 'true' }, toAdmins(422)),
    ...['new', first].flatMap((id) => own(ofSeries(`prompts/${id}`), prompt)),
    get(ofSeries(`prompts/${first}/move`), toAdmins(302)),
    post(ofSeries(`prompts/${first}/move`), { isAdmin: 'true' }, toAdmins(400)),
    post(ofSeries(`prompts/${first}/move`), { place: '2' }, toAdmins(303), ['admin']),
    ...once(ofSeries(`prompts/${last}/remove`), {}, 404),
    ...guarded(ofSeries('skip?date=2090-03-01')),
    post(ofSeries('skip?date=2090-03-01'), {}, toAdmins(409)),
    ...own(ofSeries('restore?date=2090-03-06'), {}),
    ...own(ofSeries('pause'), {}),
    ...own(ofSeries('resume'), {}),
    ...once(ofSeries('delete'), {}, 404),
    get('/admin/people/invite', toAdmins(200)),
    post('/admin/people/invite', { isAdmin: 'true' }, toAdmins(400)),
    post('/admin/people/invite', { email: 'iris', role: 'moderator' }, toAdmins(422)),
    post('/admin/people/invite', { email: 'iris@dojo.example', role: 'moderator' }, toAdmins(303), ['admin']),
    get('/admin/webhooks', toAdmins(200)),
    ...guarded('/admin/webhooks/new'),
    post('/admin/webhooks/new', { ...hooked, key: stranger, url: 'http://10.0.0.1/' }, toAdmins(422)),
    post('/admin/webhooks/new', { ...hooked, key: stranger }, toAdmins(303), ['admin']),
    get(`${hook}/test`, toAdmins(302)),
    post(`${hook}/test`, { isAdmin: 'true' }, toAdmins(400)),
    // The toast says that it waits already.
    post(`${hook}/test`, {}, toAdmins(303)),
    get(`${hook}/deliveries/${webhook.delivery}/again`, toAdmins(302)),
    post(`${hook}/deliveries/${webhook.delivery}/again`, { isAdmin: 'true' }, toAdmins(400)),
    post(`${hook}/deliveries/${webhook.delivery}/again`, {}, toAdmins(303)),
    ...own(hook, { ...hooked, version: '0' }),
    ...own(`${hook}/secret`, {}),
    ...once(`${hook}/delete`, {}, 404),
    ...once(invitationEnd, {}, 404),
    ...once(suggestionDecline, {}, 404),
    ...once(`/admin/people/${stranger}/moderator`),
    ...once(`/admin/people/${stranger}/none`),
    ...once(`${member}/suspend`, { reason: 'Several accounts' }),
    ...once(`${member}/reinstate`),
    ...shared(`/admin/comments/${comments.stranger}/hide`, { reason: 'Rude' }),
    ...shared(`/admin/comments/${comments.hidden}/restore`),
    ...own(`/admin/announcements/${announcement.other}/withdraw`, {}),
    ...guarded('/admin/announcements/new'),
    post('/admin/announcements/new', { ...news, confirmed: 'yes' }, toAdmins(303), ['admin']),
    ...shared(`/admin/reports/${report}/resolve/dismiss`),
    ...judged('approve', submissions.others),
    ...judged('undo', submissions.others),
    ...bulk('approve', { chosen: chosen(submissions.others) }),
    ...bulk('reject', { chosen: chosen(submissions.voting) }),
    ...bulk('undo', {
      chosen: judgedValue({ id: submissions.voting, version: Number(versions[submissions.voting]) }),
      judgement: 'rejected',
    }),
    ...judged('reject', submissions.mineInVoting),
    ...judged('delete', submissions.song, 404),
    ...step(challenges.voting, 'hold', { reason: 'A ring?' }, 303),
    ...step(challenges.voting, 'release', { reason: 'No ring' }, 303),
    ...step(challenges.completed, 'recount', { reason: 'A doubt' }, 303, 303),
    post('/admin/settings', { isAdmin: 'true' }, toAdmins(400)),
    post('/admin/settings', {}, toAdmins(422)),
    post('/admin/settings', { section: 'contests', version: '0', showVotes: 'on' }, toAdmins(303), ['admin']),
    ...once(settingBack),
    ...own('/admin/settings/pages/terms', { step: 'save', text: '## Ours', version: '0' }),
    post('/admin/settings/pages/terms', { step: 'preview', text: '## A' }, toAdmins(200)),
    post('/admin/settings/pages/terms', { step: 'original', version: '0' }, toAdmins(409)),
    post('/admin/settings/checks', { advice: 'none' }, toAdmins(400)),
    post('/admin/settings/mails/retry', {}, toAdmins(303)),
    get(`/admin/integrity/${challenges.voting}`, toAdmins(200, 200)),
    ...step(challenges.voting, 'void', { choice: 'other', reason: 'No vote' }),
    ...step(challenges.voting, 'view', {}),
    ...step(challenges.voting, 'restore', { reason: 'No vote' }),
    ...own(`/admin/challenges/${challenges.active}/steps/complete`, { version: '1' }),
    ...own(`/admin/challenges/${challenges.voting}/steps/extend`, { version: '1' }),
    ...own(`/admin/challenges/${challenges.voting}/steps/cancel`, { version: '2', reason: 'No' }),
    ...own(`/admin/challenges/${challenges.draft}/delete`, { version: '0' }),
  ]
}
