import { type ClientInstrumentation, matchRoutes } from 'react-router'
import { showLostConnection } from './lost-connection.ts'
import { clientRouter, nextLocation } from './router.ts'
import { hasLeftFormPage, resendForm, sendBeside } from './sent-form.ts'

interface RouteModules {
  module: string
  clientActionModule?: string
}

type Manifest = { routes: Record<string, RouteModules | undefined> }

interface Target {
  path: string
  method?: string | undefined
  /** Of a form. */
  data?: FormData | undefined
}

const loaded = new Set<string>()
/** The paths of forms that wait for modules. */
const waitingForms: string[] = []
const listeners = new Set<() => void>()
const lostFormListeners = new Set<() => void>()
let loading = 0
/** Links to other pages that were followed, and steps in the history. */
let moves = 0

/**
 * Loads the modules of a route before React Router asks for them: it reloads the document if it cannot load one. A lost
 * connection becomes a message and the page stays; after a deploy the browser opens or sends the target itself. What a lost
 * form holds may change until it is sent again.
 */
export const loadModulesFirst: ClientInstrumentation = {
  router({ instrument }) {
    window.addEventListener('popstate', () => moves++)
    instrument({
      async navigate(navigate, { to, formMethod, formData }) {
        if (typeof to === 'string') {
          const form = isPost(formMethod) ? formData : undefined
          if (!form && new URL(to, location.href).pathname !== nextLocation().pathname) moves++
          const own = moves
          await prepare({ path: to, method: formMethod, data: formData })
          const isOvertaken = own !== moves || (form !== undefined && hasLeftFormPage(to))
          // Without leaving the page that was opened since.
          if (isOvertaken && form) sendBeside(to, form)
          if (isOvertaken) await new Promise(() => {})
        }
        await navigate()
      },
      async fetch(fetch, { href, formMethod, formData }) {
        await prepare({ path: href, method: formMethod, data: formData })
        await fetch()
      },
    })
  },
}

/** Loads the modules of the page that a response redirects to. */
export function prepareModules(path: string): Promise<void> {
  return prepare({ path })
}

/** Loads the modules of the routes that `path` matches. Rejects if one cannot be loaded. */
export async function loadRouteModules(path: string): Promise<void> {
  const urls = moduleUrls(path).filter((url) => !loaded.has(url))
  await Promise.all(
    urls.map(async (url) => {
      await import(/* @vite-ignore */ url)
      loaded.add(url)
    }),
  )
}

/** Calls `listener` when `isLoadingModules` changes. */
export function onLoadingModules(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whether a navigation waits for modules. */
export function isLoadingModules(): boolean {
  return loading > 0
}

/** Calls `listener` when a form is not sent because its modules are lost. */
export function onLostForm(listener: () => void): () => void {
  lostFormListeners.add(listener)
  return () => lostFormListeners.delete(listener)
}

/** Whether a form to `action` waits for modules. */
export function isFormWaiting(action: string): boolean {
  return waitingForms.includes(new URL(action).pathname)
}

async function prepare(target: Target): Promise<void> {
  const { path, method, data } = target
  const isForm = data !== undefined && isPost(method)
  while (!(await (isForm ? tryToLoadForm(path) : tryToLoad(path)))) {
    if (await isServed(path)) {
      openDocument(target)
      return new Promise(() => {})
    }
    if (isForm) {
      for (const listener of lostFormListeners) listener()
      showLostConnection(resendForm(path))
      return new Promise(() => {})
    }
    await new Promise<void>((retry) => showLostConnection(retry))
  }
}

function isPost(method: string | undefined): boolean {
  return method?.toUpperCase() === 'POST'
}

async function tryToLoadForm(path: string): Promise<boolean> {
  const { pathname } = new URL(path, location.href)
  waitingForms.push(pathname)
  const isLoaded = await tryToLoad(path)
  waitingForms.splice(waitingForms.indexOf(pathname), 1)
  return isLoaded
}

async function tryToLoad(path: string): Promise<boolean> {
  if (moduleUrls(path).every((url) => loaded.has(url))) return true
  count(1)
  try {
    await loadRouteModules(path)
    return true
  } catch {
    return false
  } finally {
    count(-1)
  }
}

/** Whether the server answers, with the module or without it. */
async function isServed(path: string): Promise<boolean> {
  try {
    const answers = await Promise.all(moduleUrls(path).map((url) => fetch(url, { cache: 'no-store' })))
    return answers.every(({ status }) => status < 500)
  } catch {
    return false
  }
}

function moduleUrls(path: string): string[] {
  const { pathname } = new URL(path, location.href)
  const { routes } = Reflect.get(window, '__reactRouterManifest') as Manifest
  const matches = matchRoutes(clientRouter().routes, pathname) ?? []
  return matches.flatMap(({ route }) => {
    const { module, clientActionModule } = routes[route.id] ?? {}
    return [module, clientActionModule].filter((url) => url !== undefined)
  })
}

/** Leaves the page for `to`, or sends the form to it, without scripts. */
function openDocument({ path, method = 'GET', data }: Target): void {
  if (!data) {
    location.assign(path)
    return
  }
  const form = document.createElement('form')
  form.method = method
  form.action = path
  for (const [name, value] of data) {
    const field = document.createElement('input')
    field.type = 'hidden'
    field.name = name
    field.value = String(value)
    form.append(field)
  }
  document.body.append(form)
  form.submit()
}

function count(change: 1 | -1): void {
  loading += change
  for (const listener of listeners) listener()
}
