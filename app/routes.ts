import { index, type RouteConfig, route } from '@react-router/dev/routes'

export default [
  index('routes/home/home.tsx'),
  route('login', 'routes/auth/login.tsx'),
  route('login/start', 'routes/auth/start.tsx'),
  route('auth/callback', 'routes/auth/callback.tsx'),
  route('sign-out', 'routes/auth/sign-out.ts'),
  route('theme', 'routes/theme.ts'),
  route('privacy-policy', 'routes/pages/legal/privacy.tsx'),
  route('privacy', 'routes/pages/legal/privacy-address.ts'),
  route('terms', 'routes/pages/legal/terms.tsx'),
  route('cookies', 'routes/pages/legal/cookies.tsx'),
  route('cookies/consent', 'routes/pages/consent.ts'),
  route('challenges/:id/submit', 'routes/entries/submit.tsx'),
  route('challenges/:id/my-submission', 'routes/entries/my-submission.ts'),
  route('challenges/:id/submissions/:submissionId', 'routes/entries/entry.tsx'),
  route('challenges/:id/submissions/:submissionId/edit', 'routes/entries/edit.tsx'),
  route('challenges/:id/submissions/:submissionId/vote', 'routes/entries/vote.ts'),
  route('challenges/:id/submissions/:submissionId/unvote', 'routes/entries/unvote.ts'),
  route('admin', 'routes/admin/admin.tsx', [
    index('routes/admin/dashboard.tsx'),
    route('challenges/new', 'routes/admin/new-challenge.tsx'),
    route('challenges/:id/edit', 'routes/admin/edit-challenge.tsx'),
  ]),
  route('media/:id/:file', 'routes/media.ts'),
  route('*', 'routes/not-found.tsx'),
] satisfies RouteConfig
