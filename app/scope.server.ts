import type { RouterContextProvider } from 'react-router'
import { servicesContext, viewerContext } from '#app/context.ts'
import type { Scope } from '#domain/challenges/scope.server.ts'

/** For whom this request reads and decides, under the moderation policy of the configuration. */
export function scopeOf(context: Readonly<RouterContextProvider>): Scope {
  return { viewer: context.get(viewerContext), moderation: context.get(servicesContext).config.moderation }
}
