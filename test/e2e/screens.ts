import { saveTemplatePath, TEMPLATES, templatePath } from '#app/features/admin/challenges/templates/paths.ts'
import type { Fixtures } from './seed-fixtures.ts'

export type Role = 'visitor' | 'member' | 'admin'

export interface Screen {
  path: string
  as: Role[]
  /** Default 200. */
  status?: number
}

const everyone: Role[] = ['visitor', 'member', 'admin']
const signedIn: Role[] = ['member']

/** The screens to test for each route. */
export function screensFor({
  challenges,
  series,
  submissions,
  stranger,
  notifications,
  comments,
  report,
  announcement,
  invitation,
  settingsChange,
  suggestion,
  template,
  webhook,
  challengeOfRejected,
  comparison,
}: Fixtures): Record<string, Screen[]> {
  const active = `/challenges/${challenges.active}`
  const voting = `/challenges/${challenges.voting}`
  const submission = (challenge: string, id: string) => `/challenges/${challenge}/submissions/${id}`
  const open = (path: string, as: Role[] = ['visitor']): Screen => ({ path, as })
  return {
    '/': [open('/', everyone), open('/?ninjas=20')],
    '/login': [open('/login?redirect=/profile')],
    '/login/start': [open('/login/start')],
    '/auth/callback': [{ path: '/auth/callback?error=access_denied', as: ['visitor'], status: 400 }],
    '/showcase': [open('/showcase', ['visitor', 'member']), open('/showcase?kind=video')],
    '/community': [open('/community')],
    '/setup': [{ path: '/setup', as: ['visitor'], status: 404 }],
    '/contact': [open('/contact')],
    '/tools': [open('/tools')],
    '/resources': [open('/resources')],
    '/resources/kdp-publishing-guide': [open('/resources/kdp-publishing-guide')],
    '/privacy-policy': [open('/privacy-policy')],
    '/terms': [open('/terms')],
    '/cookies': [open('/cookies')],
    '/challenges': [open('/challenges', ['visitor', 'member']), open('/challenges?kind=video')],
    '/challenges/all': [
      open('/challenges/all', ['visitor', 'member']),
      open('/challenges/all?status=completed-canceled&type=daily'),
      open('/challenges/all?status=canceled&type=monthly&kind=code', ['visitor']),
    ],
    '/challenges/voting': [open('/challenges/voting', ['visitor', 'member'])],
    '/challenges/archive': [open('/challenges/archive'), open('/challenges/archive?kind=video&type=daily')],
    '/challenges/submissions': [open('/challenges/submissions'), open('/challenges/submissions?kind=video')],
    '/challenges/:id/results': [open(`/challenges/${challenges.completed}/results`)],
    '/challenges/:id': [
      open(active, everyone),
      open(voting, ['member']),
      open(`/challenges/${challenges.completed}`),
      open(`/challenges/${challenges.upcoming}`),
      open(`/challenges/${challenges.canceled}`),
      open(`/challenges/${challenges.draft}`, ['admin']),
      { path: '/challenges/unknown', as: ['visitor'], status: 404 },
    ],
    '/challenges/:id/submissions': [
      open(`${active}/submissions`, ['visitor', 'member']),
      open(`${voting}/submissions?mode=voting`, ['visitor', 'member', 'admin']),
      open(`/challenges/${challenges.completed}/submissions`),
    ],
    '/challenges/:id/voting-room/:submissionId': [
      open(`${voting}/voting-room/${submissions.voting}`, everyone),
      open(`${voting}/voting-room/${submissions.mineInVoting}`, signedIn),
      open(`${voting}/voting-room/${submissions.voting}?list=shortlist`, signedIn),
      open(`${active}/voting-room/${submissions.others}`),
      open(`/challenges/${challenges.completed}/voting-room/${submissions.winner}`),
      { path: `${voting}/voting-room/${submissions.others}`, as: ['visitor'], status: 404 },
    ],
    '/challenges/:id/voting-room/:submissionId/compare/:otherId': [open(comparison, signedIn)],
    '/challenges/:id/submit': [
      open(`${active}/submit`, signedIn),
      open(`${active}/submit`, ['admin']),
      open(`/challenges/${challenges.song}/submit`, ['admin']),
      open(`${voting}/submit`, ['admin']),
    ],
    '/challenges/:id/draft': [open(`/challenges/${challenges.drafted}/draft`, signedIn)],
    '/challenges/:id/draft/delete': [open(`/challenges/${challenges.drafted}/draft/delete`, signedIn)],
    '/challenges/:id/submissions/:submissionId': [
      open(submission(challenges.active, submissions.others), ['visitor', 'member']),
      open(submission(challenges.active, submissions.mine), signedIn),
      open(submission(challenges.song, submissions.song)),
      open(submission(challenges.voting, submissions.voting), everyone),
      open(submission(challenges.completed, submissions.winner)),
      open(submission(challengeOfRejected, submissions.rejected), signedIn),
      { path: submission(challenges.active, submissions.voting), as: ['visitor'], status: 404 },
    ],
    '/challenges/:id/submissions/:submissionId/edit': [
      open(`${submission(challenges.active, submissions.mine)}/edit`, signedIn),
      open(`${submission(challenges.voting, submissions.mineInVoting)}/edit`, signedIn),
    ],
    '/challenges/:id/submissions/:submissionId/withdraw': [
      open(`${submission(challenges.active, submissions.mine)}/withdraw`, signedIn),
      open(`${submission(challenges.voting, submissions.mineInVoting)}/withdraw`, signedIn),
    ],
    '/challenges/:id/submissions/:submissionId/comments': [
      open(`${submission(challenges.voting, submissions.voting)}/comments`, signedIn),
    ],
    '/comments/:commentId/edit': [
      open(`/comments/${comments.mine}/edit`, signedIn),
      open(`/comments/${comments.hidden}/edit`, signedIn),
    ],
    '/comments/:commentId/delete': [open(`/comments/${comments.mine}/delete`, signedIn)],
    '/report/:kind/:subjectId': [
      open(`/report/comment/${comments.stranger}`, signedIn),
      open(`/report/comment/${comments.mine}`, signedIn),
      open(`/report/submission/${submissions.voting}`, signedIn),
      open(`/report/member/${stranger}`, signedIn),
      { path: '/report/member/unknown', as: signedIn, status: 404 },
    ],
    '/admin/comments/:id/:verb': [
      open(`/admin/comments/${comments.mine}/hide`, ['admin']),
      open(`/admin/comments/${comments.hidden}/restore`, ['admin']),
      { path: `/admin/comments/${comments.mine}/unknown`, as: ['admin'], status: 404 },
    ],
    '/admin/reports': [open('/admin/reports', ['admin']), open('/admin/reports?show=resolved', ['admin'])],
    '/admin/reports/:id/resolve/:outcome': [
      open(`/admin/reports/${report}/resolve/hide`, ['admin']),
      open(`/admin/reports/${report}/resolve/dismiss`, ['admin']),
    ],
    '/announcements/:announcementId': [
      open(`/announcements/${announcement.mine}`, signedIn),
      { path: '/announcements/unknown', as: signedIn, status: 404 },
    ],
    '/admin/announcements': [open('/admin/announcements', ['admin'])],
    '/admin/announcements/new': [open('/admin/announcements/new', ['admin'])],
    '/admin/announcements/:id/withdraw': [
      open(`/admin/announcements/${announcement.mine}/withdraw`, ['admin']),
    ],
    '/search': [open('/search'), open('/search?q=a+lantern'), open('/search?q=zzzzqx', ['visitor'])],
    '/leaderboard': [
      open('/leaderboard', ['visitor', 'member']),
      open('/leaderboard?ninjas=20'),
      open('/leaderboard?period=month', ['visitor', 'member']),
      open('/leaderboard?period=season'),
    ],
    '/profile': [open('/profile', signedIn)],
    '/profile/:userId': [
      open(`/profile/${stranger}`, ['visitor', 'member']),
      { path: '/profile/unknown', as: ['visitor'], status: 404 },
    ],
    '/profile/edit': [open('/profile/edit', signedIn)],
    '/profile/account': [open('/profile/account', signedIn)],
    '/profile/points': [open('/profile/points', signedIn)],
    '/profile/rank-up': [open('/profile/rank-up', signedIn)],
    '/profile/notifications': [open('/profile/notifications', signedIn)],
    '/me': [open('/me', signedIn), open('/me', ['admin'])],
    '/profile/tokens': [open('/profile/tokens', signedIn)],
    '/profile/calendar': [open('/profile/calendar', signedIn)],
    '/notifications': [open('/notifications', signedIn), open('/notifications?show=unread', ['admin'])],
    '/unsubscribe/:kind/:userId/:token': [
      open(`/unsubscribe/${notifications.unsubscribe}`),
      { path: `/unsubscribe/results/${stranger}/${'0'.repeat(32)}`, as: ['visitor'], status: 404 },
    ],
    '/profile/account/delete': [
      open('/profile/account/delete', signedIn),
      open('/profile/account/delete', ['admin']),
    ],
    '/profile/submissions': [
      open('/profile/submissions', signedIn),
      open('/profile/submissions?view=list', signedIn),
    ],
    '/profile/:userId/submissions': [
      open(`/profile/${stranger}/submissions`),
      open(`/profile/${stranger}/submissions?view=list`),
      { path: '/profile/unknown/submissions', as: ['visitor'], status: 404 },
    ],
    '/admin': [open('/admin', ['admin']), { path: '/admin', as: ['member'], status: 403 }],
    '/admin/challenges': [
      open('/admin/challenges', ['admin']),
      open('/admin/challenges?status=draft&created=today&search=nothing', ['admin']),
    ],
    '/admin/challenges/new': [
      open('/admin/challenges/new', ['admin']),
      open(`/admin/challenges/new?from=${challenges.active}`, ['admin']),
    ],
    '/admin/challenges/:id/steps/:step': [
      open(`/admin${active}/steps/complete`, ['admin']),
      open(`/admin/challenges/${challenges.draft}/steps/complete`, ['admin']),
      { path: '/admin/challenges/unknown/steps/complete', as: ['admin'], status: 404 },
      open(`/admin/challenges/${challenges.completed}/steps/extend`, ['admin']),
      open(`/admin${active}/steps/close-entries`, ['admin']),
      open(`/admin${active}/steps/cancel`, ['admin']),
      open(`/admin/challenges/${challenges.completed}/steps/reopen`, ['admin']),
      { path: `/admin${active}/steps/unknown`, as: ['admin'], status: 404 },
    ],
    '/admin/challenges/:id/delete': [open(`/admin/challenges/${challenges.draft}/delete`, ['admin'])],
    '/admin/calendar': [
      open('/admin/calendar', ['admin']),
      open('/admin/calendar?month=2040-02&zone=Europe/Berlin', ['admin']),
    ],
    '/admin/challenges/:id/move': [
      open(`/admin/challenges/${challenges.upcoming}/move`, ['admin']),
      open(`/admin/challenges/${challenges.active}/move`, ['admin']),
    ],
    '/admin/challenges/templates': [open(TEMPLATES.to, ['admin'])],
    '/admin/challenges/templates/:id': [
      open(templatePath(template), ['admin']),
      open(saveTemplatePath(challenges.active), ['admin']),
      { path: templatePath('unknown'), as: ['admin'], status: 404 },
    ],
    '/admin/challenges/templates/:id/delete': [open(`${templatePath(template)}/delete`, ['admin'])],
    '/admin/series': [open('/admin/series', ['admin'])],
    '/admin/series/new': [open('/admin/series/new', ['admin'])],
    '/admin/series/:id': [
      open(`/admin/series/${series.id}`, ['admin']),
      { path: '/admin/series/unknown', as: ['admin'], status: 404 },
    ],
    '/admin/series/:id/edit': [open(`/admin/series/${series.id}/edit`, ['admin'])],
    '/admin/series/:id/prompts/:promptId': [
      open(`/admin/series/${series.id}/prompts/new`, ['admin']),
      open(`/admin/series/${series.id}/prompts/${series.prompts[0]}`, ['admin']),
    ],
    '/admin/series/:id/prompts/:promptId/remove': [
      open(`/admin/series/${series.id}/prompts/${series.prompts[0]}/remove`, ['admin']),
    ],
    '/admin/series/:id/:verb': [
      open(`/admin/series/${series.id}/delete`, ['admin']),
      open(`/admin/series/${series.id}/skip?date=2027-03-01`, ['admin']),
      { path: `/admin/series/${series.id}/unknown`, as: ['admin'], status: 404 },
    ],
    '/admin/submissions': [
      open('/admin/submissions', ['admin']),
      open('/admin/submissions?status=rejected', ['admin']),
      open('/admin/submissions?search=nothing', ['admin']),
    ],
    '/admin/submissions/queue': [
      open('/admin/submissions/queue', ['admin']),
      open(`/admin/submissions/queue?challenge=${challenges.voting}`, ['admin']),
      open(`/admin/submissions/queue?challenge=${challenges.draft}`, ['admin']),
    ],
    '/admin/submissions/:id/:verb': [
      open(`/admin/submissions/${submissions.others}/approve`, ['admin']),
      open(`/admin/submissions/${submissions.voting}/reject`, ['admin']),
      open(`/admin/submissions/${submissions.rejected}/undo`, ['admin']),
      open(`/admin/submissions/${submissions.winner}/delete`, ['admin']),
      { path: `/admin/submissions/${submissions.others}/unknown`, as: ['admin'], status: 404 },
    ],
    '/admin/challenges/:id': [
      ...[challenges.active, challenges.voting, challenges.completed, challenges.draft].map((id) =>
        open(`/admin/challenges/${id}`, ['admin']),
      ),
      { path: '/admin/challenges/unknown', as: ['admin'], status: 404 },
    ],
    '/admin/challenges/:id/entries': [
      open(`/admin/challenges/${challenges.active}/entries`, ['admin']),
      open(`/admin/challenges/${challenges.voting}/entries?status=rejected`, ['admin']),
      { path: '/admin/challenges/unknown/entries', as: ['admin'], status: 404 },
    ],
    '/admin/challenges/:id/history': [
      open(`/admin/challenges/${challenges.active}/history`, ['admin']),
      { path: '/admin/challenges/unknown/history', as: ['admin'], status: 404 },
    ],
    '/admin/challenges/:id/announcements': [
      open(`/admin/challenges/${challenges.active}/announcements`, ['admin']),
      { path: '/admin/challenges/unknown/announcements', as: ['admin'], status: 404 },
    ],
    '/admin/challenges/:id/results': [
      ...[challenges.active, challenges.completed].map((id) =>
        open(`/admin/challenges/${id}/results`, ['admin']),
      ),
      { path: '/admin/challenges/unknown/results', as: ['admin'], status: 404 },
    ],
    '/admin/challenges/:id/edit': [
      open(`/admin${active}/edit`, ['admin']),
      { path: '/admin/challenges/unknown/edit', as: ['admin'], status: 404 },
    ],
    '/admin/leaderboard': [
      open('/admin/leaderboard', ['admin']),
      open('/admin/leaderboard?rank=Elite+Ninja', ['admin']),
    ],
    '/admin/leaderboard/:userId': [
      open(`/admin/leaderboard/${stranger}`, ['admin']),
      { path: '/admin/leaderboard/unknown', as: ['admin'], status: 404 },
    ],
    '/admin/leaderboard/:userId/points': [
      open(`/admin/leaderboard/${stranger}/points`, ['admin']),
      { path: '/admin/leaderboard/unknown/points', as: ['admin'], status: 404 },
    ],
    '/admin/leaderboard/:userId/:verb': [
      open(`/admin/leaderboard/${stranger}/suspend`, ['admin']),
      { path: '/admin/leaderboard/unknown/suspend', as: ['admin'], status: 404 },
      open(`/admin/leaderboard/${stranger}/reinstate`, ['admin']),
      { path: `/admin/leaderboard/${stranger}/unknown`, as: ['admin'], status: 404 },
    ],
    '/admin/leaderboard/:userId/rank': [open(`/admin/leaderboard/${stranger}/rank`, ['admin'])],
    '/admin/people': [open('/admin/people', ['admin']), open('/admin/people?search=o', ['admin'])],
    '/admin/people/invite': [open('/admin/people/invite', ['admin'])],
    '/challenges/suggest': [open('/challenges/suggest', signedIn)],
    '/admin/suggestions': [open('/admin/suggestions', ['admin'])],
    '/admin/suggestions/:id/decline': [open(`/admin/suggestions/${suggestion}/decline`, ['admin'])],
    '/admin/people/invitations/:id/end': [open(`/admin/people/invitations/${invitation}/end`, ['admin'])],
    '/admin/people/:userId/:role': [
      open(`/admin/people/${stranger}/moderator`, ['admin']),
      { path: '/admin/people/unknown/moderator', as: ['admin'], status: 404 },
    ],
    '/admin/webhooks': [open('/admin/webhooks', ['admin'])],
    '/admin/webhooks/new': [open('/admin/webhooks/new', ['admin'])],
    '/admin/webhooks/:id': [
      open(`/admin/webhooks/${webhook.id}`, ['admin']),
      { path: '/admin/webhooks/unknown', as: ['admin'], status: 404 },
    ],
    '/admin/webhooks/:id/:step': [
      open(`/admin/webhooks/${webhook.id}/delete`, ['admin']),
      open(`/admin/webhooks/${webhook.id}/secret`, ['admin']),
      { path: `/admin/webhooks/${webhook.id}/unknown`, as: ['admin'], status: 404 },
    ],
    '/admin/integrity': [open('/admin/integrity', ['admin'])],
    '/admin/integrity/:id': [
      open(`/admin/integrity/${challenges.voting}`, ['admin']),
      open(`/admin/integrity/${challenges.voting}?entry=${submissions.voting}&sort=network`, ['admin']),
      open(`/admin/integrity/${challenges.completed}`, ['admin']),
      { path: '/admin/integrity/unknown', as: ['admin'], status: 404 },
    ],
    '/admin/integrity/:id/:step': [
      ...['hold', 'release', 'view', `void?vote=${stranger}:1`, `restore?batch=${stranger}`].map((step) =>
        open(`/admin/integrity/${challenges.voting}/${step}`, ['admin']),
      ),
      open(`/admin/integrity/${challenges.completed}/recount`, ['admin']),
      { path: `/admin/integrity/${challenges.voting}/unknown`, as: ['admin'], status: 404 },
    ],
    '/admin/settings': [open('/admin/settings', ['admin'])],
    '/admin/settings/changes/:id/back': [open(`/admin/settings/changes/${settingsChange}/back`, ['admin'])],
    '/admin/settings/pages': [open('/admin/settings/pages', ['admin'])],
    '/admin/settings/pages/:page': [open('/admin/settings/pages/terms', ['admin'])],
    '/admin/settings/checks': [open('/admin/settings/checks', ['admin'])],
    '/admin/audit': [open('/admin/audit', ['admin']), open('/admin/audit?about=submission', ['admin'])],
    '/*': [{ path: '/nowhere', as: ['visitor'], status: 404 }],
  }
}
