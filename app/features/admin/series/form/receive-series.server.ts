import type { RouterContextProvider } from 'react-router'
import { servicesContext } from '#app/context.ts'
import type { FormResponse } from '#app/forms/form-action.server.ts'
import { adminOf } from '#app/middleware/viewer.server.ts'
import { createSeries, updateSeries } from '#domain/series/commands.server.ts'
import { parseSeries, type SeriesForm } from '#domain/series/form.server.ts'
import { oneSeries } from '#domain/series/queries.server.ts'
import { SERIES_MESSAGES as MESSAGES } from '#domain/series/rules.ts'
import { isId, newId } from '#platform/id.server.ts'
import { done, type Outcome, refused } from '#platform/outcome.ts'
import { receiveWithImage, textsOf } from '../../challenges/form/receive-with-image.server.ts'
import { versionIn } from '../../confirmation/run-admin-action.server.ts'
import { seriesPath } from '../paths.ts'
import { KNOWN_FIELDS, type SeriesRefusal, submittedValues } from './series-values.ts'

interface Args {
  request: Request
  /** Without an id, a new series is created. */
  params: { id?: string }
  context: Readonly<RouterContextProvider>
}

/** Reads the form of a series and saves it (SER-3). */
export function receiveSeries({
  request,
  params: { id },
  context,
}: Args): Promise<FormResponse<SeriesRefusal>> {
  const { db } = context.get(servicesContext)
  return receiveWithImage(
    { request, context },
    {
      values: submittedValues,
      failed: MESSAGES.failed,
      imageMissing: MESSAGES.image,
      fieldOf: { [MESSAGES.image]: 'image', [MESSAGES.nameTaken]: 'name' },
      async read(fields) {
        const series = isId(id) ? await oneSeries(db, adminOf(context), id) : undefined
        const parsed = parseSeries(textsOf(fields, []), KNOWN_FIELDS)
        const savedImage = series?.imageId ?? null
        if (!parsed.ok) return { ...parsed, savedImage }
        return { savedImage, errors: {}, save: (imageId) => save(context, id, parsed.form, fields, imageId) }
      },
    },
  )
}

async function save(
  context: Args['context'],
  id: string | undefined,
  form: SeriesForm,
  fields: FormData,
  imageId: string | null,
): Promise<Outcome<{ to: string; message: string }>> {
  const { db } = context.get(servicesContext)
  const viewer = adminOf(context)
  const key = String(fields.get('key') ?? '')
  if (id !== undefined && !isId(id)) return refused('not-found', MESSAGES.missing)
  const saved =
    id === undefined
      ? await createSeries(db, viewer, { form, imageId, id: isId(key) ? key : newId() })
      : await updateSeries(db, viewer, id, { form, imageId, version: versionIn(fields) })
  if (!saved.ok) return saved
  const message = id === undefined ? MESSAGES.created : MESSAGES.updated
  return done({ to: seriesPath(saved.value.id), message })
}
