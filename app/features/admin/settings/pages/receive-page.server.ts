import { data, type RouterContextProvider, redirect } from 'react-router'
import { legalDocument } from '#app/content/legal.server.tsx'
import { toolsIntroduction } from '#app/content/tools/introduction.server.ts'
import { servicesContext } from '#app/context.ts'
import { withToast } from '#app/forms/flash.server.ts'
import { logRefusal } from '#app/forms/log-refusal.server.ts'
import { runCommand } from '#app/forms/run-command.server.ts'
import { hasOtherFields, readFields } from '#app/forms/upload/form-fields.server.ts'
import { adminOf, isStillAdmin } from '#app/middleware/viewer.server.ts'
import { parsePageText, repeatVersion, savePage } from '#domain/pages/commands.server.ts'
import { newestVersion } from '#domain/pages/queries.server.ts'
import { isLegal, isPage, PAGE_MESSAGES as MESSAGES, type PageName } from '#domain/pages/rules.ts'
import { type Outcome, refused, unknownField } from '#platform/outcome.ts'
import { versionIn } from '../../confirmation/run-admin-action.server.ts'
import { PAGES_PATH } from '../paths.ts'

type Context = Readonly<RouterContextProvider>

/** What the form shows after it was sent. */
export interface PageAnswer {
  /** As it was typed; null where a button below the form was pressed. */
  text: string | null
  /** Of the next form: of the one that was sent, and after a conflict the newest. */
  version: number
  preview?: ReturnType<typeof previewOf>
  message?: string
  /** What is wrong with the text. */
  error?: string
}

interface Args {
  request: Request
  params: { page?: string }
  context: Context
}

/** Shows a preview, or saves a text, the original or an earlier version as the next one (ADM-125, ADM-127). */
export async function receivePage({ request, params, context }: Args) {
  const { page } = params
  if (!isPage(page)) throw data(null, { status: 404 })
  const { fields, unreadable } = await readFields(request)
  const { db, pages } = context.get(servicesContext)
  const version = versionIn(fields)
  const typed = fields.get('text')
  const text = typeof typed === 'string' ? typed.replace(/\r\n?/g, '\n') : null
  const answer = (rest: Partial<PageAnswer>, status: number) =>
    data<PageAnswer>({ text, version, ...rest }, { status })

  if (unreadable || hasOtherFields(fields, ['text', 'version', 'step', 'again']))
    return answer({ message: `${unknownField}.` }, 400)
  if (!(await isStillAdmin(context))) return answer({ message: 'Access Denied' }, 403)

  const step = fields.get('step')
  const needsText = step === 'preview' || step === 'save'
  const parsed = needsText ? readText(page, text ?? '', context) : null
  if (parsed && !parsed.ok) {
    logRefusal(context, parsed)
    return answer({ error: parsed.message }, 422)
  }
  if (parsed && step === 'preview') return answer({ preview: previewOf(page, parsed.value, context) }, 200)

  const change = { page, version }
  const outcome = await runCommand(context, MESSAGES.failed, async (): Promise<Outcome<number>> => {
    if (parsed) return savePage(db, adminOf(context), change, parsed.value)
    if (step === 'original') return savePage(db, adminOf(context), change, null)
    if (fields.has('again')) return repeatVersion(db, adminOf(context), change, versionIn(fields, 'again'))
    return refused('invalid', MESSAGES.invalid)
  })
  if (!outcome.ok) {
    const newest = outcome.code === 'conflict' ? await newestVersion(db, page) : undefined
    return answer({ message: outcome.message, version: newest?.version ?? version }, outcome.status)
  }
  // This process shows it on its next page.
  await pages.refresh().catch(() => undefined)
  return redirect(`${PAGES_PATH}/${page}`, await withToast({ text: MESSAGES.saved }, { status: 303 }))
}

/** A text that this release can show. */
function readText(page: PageName, typed: string, context: Context): Outcome<string> {
  const parsed = parsePageText(page, typed)
  if (!parsed.ok) return parsed
  try {
    previewOf(page, parsed.value, context)
    return parsed
  } catch {
    return refused('invalid', MESSAGES.unreadable)
  }
}

function previewOf(page: PageName, text: string, context: Context) {
  const shown = isLegal(page)
    ? legalDocument(page, context, { text, at: new Date(0) })
    : toolsIntroduction(context, { text })
  return { opening: shown?.opening ?? null, sections: shown?.sections ?? [] }
}
