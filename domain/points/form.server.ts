import { z } from 'zod'
import { MAX_REASON_LENGTH } from '#domain/audit/rules.ts'
import { isId } from '#platform/id.server.ts'
import { unknownField } from '#platform/outcome.ts'
import { RAW_LIMITS } from '#platform/text/raw-limits.ts'
import { characterCount, plainText } from '#platform/text/text.ts'
import { ADJUSTMENT_MESSAGES, parsePointsChange } from './adjustment-rules.ts'

/** The id of the last adjustment when the form was loaded; empty if none. */
const seen = z
  .string()
  .max(RAW_LIMITS.line)
  .refine((text) => text === '' || isId(text))
  .transform((text) => text || null)

const adjustment = z
  .strictObject({
    change: z
      .string()
      .max(RAW_LIMITS.line)
      .transform((text, { addIssue }) => {
        const change = parsePointsChange(text)
        if (change === null) addIssue(ADJUSTMENT_MESSAGES.change)
        return change ?? 0
      }),
    reason: z
      .string()
      .max(RAW_LIMITS.text, ADJUSTMENT_MESSAGES.reasonLength)
      .default('')
      .transform(plainText)
      .refine((text) => characterCount(text) <= MAX_REASON_LENGTH, ADJUSTMENT_MESSAGES.reasonLength),
    seen,
  })
  .transform(({ reason, ...form }) => ({ ...form, description: reason }))

const rankChange = z.strictObject({ rank: z.string().max(RAW_LIMITS.line), seen })

/** Errors are by field; '' is the form as a whole. */
export type ParsedForm<Form> = { ok: true; form: Form } | { ok: false; errors: Record<string, string> }

/** Parses the form for points (PTS-19): a whole number other than 0, a reason of at most 500 characters. */
export function parseAdjustment(fields: Record<string, unknown>): ParsedForm<z.output<typeof adjustment>> {
  return parse(adjustment, fields, ADJUSTMENT_MESSAGES.pointsFailed)
}

/** Parses the form for a rank (PTS-20); changeRank checks that the rank exists. */
export function parseRankChange(fields: Record<string, unknown>): ParsedForm<z.output<typeof rankChange>> {
  return parse(rankChange, fields, ADJUSTMENT_MESSAGES.rankFailed)
}

function parse<Form>(
  shape: z.ZodType<Form>,
  fields: Record<string, unknown>,
  failed: string,
): ParsedForm<Form> {
  const parsed = shape.safeParse(fields)
  if (parsed.success) return { ok: true, form: parsed.data }
  return {
    ok: false,
    errors: Object.fromEntries(parsed.error.issues.map((issue) => fieldError(issue, failed))),
  }
}

function fieldError({ code, path, message }: z.core.$ZodIssue, failed: string): [string, string] {
  const field = String(path[0] ?? '')
  if (code === 'unrecognized_keys') return ['', unknownField]
  if (field === 'change') return [field, ADJUSTMENT_MESSAGES.change]
  return field === 'reason' ? [field, message] : ['', failed]
}
