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
  route('media/:id/:file', 'routes/media.ts'),
  route('*', 'routes/not-found.tsx'),
] satisfies RouteConfig
