import { useEffect, useRef } from 'react'
import { data, Form, useNavigation } from 'react-router'
import { originalText } from '#app/content/legal.server.tsx'
import { ORIGINAL_INTRODUCTION } from '#app/content/tools/introduction.server.ts'
import { servicesContext } from '#app/context.ts'
import { useLastAnswer, useReloadAfterRefusal } from '#app/forms/life-cycle.ts'
import { type Failure, submitOrMessage } from '#app/forms/submit.ts'
import { useTypedText } from '#app/forms/typed-text.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { adminOf } from '#app/middleware/viewer.server.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { TextArea, textLimit } from '#app/ui/fields/field.tsx'
import { FormProblem } from '#app/ui/fields/form-message.tsx'
import { PageHeader } from '#app/ui/page-header.tsx'
import { ArticleBody, ArticleSections } from '#app/ui/text/article.tsx'
import { TextLink } from '#app/ui/text-link.tsx'
import { Time } from '#app/ui/time.tsx'
import { type PageVersion, pageVersions } from '#domain/pages/queries.server.ts'
import { isLegal, isPage, PAGE_LIMIT, PAGE_MESSAGES, PAGES, type PageName } from '#domain/pages/rules.ts'
import { PAGES_PATH, SETTINGS_PATH } from '../paths.ts'
import type { Route } from './+types/page.ts'
import { type PageAnswer, receivePage } from './receive-page.server.ts'

/** The form of a page with its versions. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const { page } = params
  if (!isPage(page)) throw data(null, { status: 404 })
  const { db, pages } = context.get(servicesContext)
  const [versions] = await Promise.all([pageVersions(db, adminOf(context), page), pages.refresh()])
  const current = pages.current(page)
  const text = current?.text ?? null
  return {
    page,
    versions,
    version: current?.version ?? 0,
    isOriginal: text === null,
    text: text ?? (isLegal(page) ? originalText(page) : ORIGINAL_INTRODUCTION),
  }
}

export function action(args: Route.ActionArgs) {
  return receivePage(args)
}

export function clientAction({ serverAction, params }: Route.ClientActionArgs) {
  return submitOrMessage(serverAction, PAGE_MESSAGES.failed, `${PAGES_PATH}/${params.page}`)
}

export function meta({ loaderData, ...args }: Route.MetaArgs) {
  return pageMeta(args, { title: loaderData ? PAGES[loaderData.page] : 'Page not found', hidden: true })
}

const counter = textLimit(PAGE_LIMIT)

/** Writes a page, with a preview and its versions (ADM-125 to ADM-127). */
export default function WrittenPage({ loaderData }: Route.ComponentProps) {
  const { page, versions, version, isOriginal } = loaderData
  const title = PAGES[page]
  const answer = useLastAnswer<PageAnswer | Failure>()
  const arrived = answer && 'version' in answer ? answer : undefined
  // Another administrator may have saved the newest version.
  useReloadAfterRefusal(answer?.message ? (answer as Failure) : undefined)
  return (
    <>
      <PageHeader
        title={title}
        subtitle={
          isOriginal ? 'The original text is in force.' : `Your text is in force, version ${version}.`
        }
        crumbs={[
          { to: SETTINGS_PATH, label: 'Site Settings' },
          { to: PAGES_PATH, label: 'Texts' },
          { label: title },
        ]}
        actions={
          <ButtonLink to={`/${page}`} variant="secondary">
            View Page
          </ButtonLink>
        }
      />
      {arrived?.preview && <Preview shown={arrived.preview} isLegal={isLegal(page)} />}
      <TextForm
        key={`${page} ${arrived?.version ?? version}`}
        page={page}
        text={arrived?.text ?? loaderData.text}
        version={arrived?.version ?? version}
        error={arrived?.error}
        message={answer?.message ?? null}
        isRefused={arrived !== undefined && arrived.text !== null}
      />
      <Versions page={page} versions={versions} version={version} isOriginal={isOriginal} />
    </>
  )
}

interface PreviewProps {
  shown: NonNullable<PageAnswer['preview']>
  isLegal: boolean
}

function Preview({ shown, isLegal }: PreviewProps) {
  const { opening, sections } = shown
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (shown) heading.current?.focus()
  }, [shown])
  return (
    <Card as="section" aria-labelledby="preview" className="mb-6 max-w-200">
      <h2 id="preview" ref={heading} tabIndex={-1} className="mb-5 text-card">
        Preview, not saved yet
      </h2>
      {opening && (
        <div className={`prose mb-8 ${isLegal ? 'border-l-3 border-line pl-4' : ''}`}>
          <ArticleBody body={opening} />
        </div>
      )}
      <ArticleSections
        numbered={isLegal}
        sections={sections}
        components={{ 'cookie-choice': <p>Here visitors change their answer about cookies.</p> }}
      />
    </Card>
  )
}

interface TextFormProps {
  page: PageName
  text: string
  version: number
  error: string | undefined
  message: string | null
  isRefused: boolean
}

function TextForm({ page, text, version, error, message, isRefused }: TextFormProps) {
  const { form, keep } = useTypedText(`${PAGES_PATH}/${page}`, isRefused)
  const { formData } = useNavigation()
  const step = formData?.get('step')
  const about = isLegal(page)
    ? '“## Title” begins a section; what stands before the first is shown as “In short”.'
    : 'Shown between the title of the page and the tools.'
  useEffect(() => {
    if (error) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [form, error])
  return (
    <Card className="max-w-200">
      <Form
        ref={form}
        method="post"
        encType="multipart/form-data"
        noValidate
        className="grid gap-5"
        onInput={keep}
      >
        <FormProblem problem={message} />
        {/* A text, so that the browser keeps it with what was typed. */}
        <input type="text" name="version" defaultValue={version} hidden readOnly />
        <TextArea
          label="Text"
          name="text"
          required
          rows={24}
          maxLength={PAGE_LIMIT}
          counter={counter}
          defaultValue={text}
          error={error ?? null}
          hint={`Markdown, without HTML. ${about} Names in double braces, such as {{productName}}, are filled in.`}
        />
        <div className="flex flex-wrap gap-3">
          <Button name="step" value="save" pending={step === 'save'} pendingLabel="Saving...">
            Save
          </Button>
          <Button
            name="step"
            value="preview"
            variant="secondary"
            pending={step === 'preview'}
            pendingLabel="Rendering..."
          >
            Preview
          </Button>
        </div>
      </Form>
    </Card>
  )
}

interface VersionsProps {
  page: string
  versions: readonly PageVersion[]
  version: number
  isOriginal: boolean
}

/** Each version of a page with its way back. */
function Versions({ page, versions, version, isOriginal }: VersionsProps) {
  if (versions.length === 0) return null
  return (
    <Card as="section" flush aria-labelledby="versions" className="mt-6 max-w-200">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 px-6 py-5">
        <h2 id="versions" className="text-card">
          Versions
        </h2>
        {!isOriginal && (
          <Form method="post">
            <input type="hidden" name="version" value={version} />
            <Button name="step" value="original" variant="secondary" size="small">
              Use the Original
            </Button>
          </Form>
        )}
      </div>
      <ol className="divide-y divide-line border-line border-t">
        {versions.map((one) => (
          <li key={one.version} className="flex flex-wrap items-center gap-x-6 gap-y-2 px-6 py-3.5">
            <div className="min-w-0 flex-1 basis-60 wrap-anywhere">
              <p>
                <TextLink to={`/${page}?version=${one.version}`} className="inline-block min-h-6">
                  Version {one.version}
                </TextLink>
                {one.isOriginal && <span className="text-muted"> · the original</span>}
              </p>
              <p className="text-small text-muted">
                <bdi>{one.writer ?? 'Deleted account'}</bdi>, <Time value={one.at} format="shorttime" />
              </p>
            </div>
            {one.version === version ? (
              <Badge tone="approved" on="bare">
                In force
              </Badge>
            ) : (
              <Form method="post">
                <input type="hidden" name="version" value={version} />
                <Button
                  name="again"
                  value={one.version}
                  variant="secondary"
                  size="small"
                  aria-label={`Use version ${one.version} again`}
                >
                  Use Again
                </Button>
              </Form>
            )}
          </li>
        ))}
      </ol>
    </Card>
  )
}
