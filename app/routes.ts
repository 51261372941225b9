import { index, type RouteConfig, route } from '@react-router/dev/routes'

export default [
  index('routes/home/home.tsx'),
  route('theme', 'routes/theme.ts'),
  route('media/:id/:file', 'routes/media.ts'),
  route('*', 'routes/not-found.tsx'),
] satisfies RouteConfig
