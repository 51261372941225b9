import { createContext } from 'react-router'
import type { ImageProcessor } from '#domain/media/image-processing.server.ts'
import type { Viewer } from '#domain/members/rules.ts'
import type { PagesWatch } from '#domain/pages/queries.server.ts'
import type { Role } from '#domain/roles/rules.ts'
import type { SettingsWatch } from '#domain/settings/queries.server.ts'
import type { Config } from '#platform/config/config.server.ts'
import type { Database } from '#platform/database/database.server.ts'
import type { FileStore } from '#platform/files/file-store.ts'
import type { IdentityClient } from '#platform/identity/client.server.ts'
import type { DemoAccount } from '#platform/identity/demo/accounts.ts'
import type { RenderedImages } from '#platform/images/rendered-images.server.ts'
import type { Logger } from '#platform/log/log.server.ts'
import type { Mailer } from '#platform/mail/mailer.server.ts'
import type { MaintenanceWatch } from '#platform/maintenance.server.ts'
import type { Release } from '#platform/release.server.ts'

/** What the process made at its start and every request may use. */
export interface Services {
  db: Database
  files: FileStore
  /** The share images that the server renders. */
  renderedImages: RenderedImages
  /** Decodes uploaded images. */
  imageProcessor: ImageProcessor
  config: Config
  /** What administrators set on screen. */
  settings: SettingsWatch
  /** The legal texts that administrators have written. */
  pages: PagesWatch
  log: Logger
  identity: IdentityClient
  /** The logins that the demo's own provider offers; none with a real provider. */
  demoAccounts: readonly DemoAccount[]
  release: Release
  maintenance: Pick<MaintenanceWatch, 'current'>
  /** Null if no mail server is configured. */
  mailer: Mailer | null
}

export const servicesContext = createContext<Services>()
export const viewerContext = createContext<Viewer>()
/** The viewer's unread notifications, counted up to 100. */
export const unreadContext = createContext(0)
/** The database's time at which the viewer was read; null for visitors. */
export const viewedAtContext = createContext<Date | null>(null)
/** Loads the viewer again, after a form whose body may take minutes to arrive. Null: the viewer stays as it is. */
export const viewerReloadContext = createContext<(() => Promise<Viewer>) | null>(null)
/** The role that the route of the admin area needs. */
export const neededRoleContext = createContext<Role>('administrator')
/** Set where the viewer of an administrators' page could not be found out: the status of the refusal. */
export const adminCheckContext = createContext<500 | 503 | null>(null)
/** A Set-Cookie value when the viewer's session was extended with this request. */
export const renewedSessionContext = createContext<string | undefined>(undefined)
/** Set where a part of the page could not be loaded: what the page says then is true of this moment only. */
export const incompleteContext = createContext(false)
/** Set where the database or the file store could not be reached, so that the answer is the outage page. */
export const outageContext = createContext(false)
/** The one-time word that lets this response's scripts run under the content security policy. */
export const nonceContext = createContext<string>()
