import sql from 'sql-template-tag'
import { CHALLENGE_FIELDS } from '#domain/challenges/fields.ts'
import { databaseNow } from '#domain/challenges/time.server.ts'
import { CHALLENGE_FORM_MESSAGES } from '#domain/challenges/timeline.ts'
import type { Admin, Viewer } from '#domain/members/rules.ts'
import type { Db } from '#platform/database/database.server.ts'
import { done, type Outcome, refused } from '#platform/outcome.ts'
import { characterCount, plainText, singleLine } from '#platform/text/text.ts'
import { changeSeries } from './commands.server.ts'
import { comingDates, type Prompt } from './dates.server.ts'
import { MAX_PROMPTS, SERIES_MESSAGES as MESSAGES } from './rules.ts'

// All commands are for administrators only, and hold the series exclusively.

type PromptText = Pick<Prompt, 'title' | 'brief'>

/** Adds a prompt at the end of the queue (SER-4). `promptId` is the key of the form: sent again it adds nothing. */
export function addPrompt(
  db: Db,
  viewer: Viewer,
  seriesId: string,
  { promptId, ...typed }: PromptText & { promptId: string },
): Promise<Outcome<null>> {
  return changeSeries(db, viewer, seriesId, async (tx, _, note) => {
    const read = readPrompt(typed)
    if (!read.ok) return read
    const queue = await queueOf(tx, seriesId)
    if (queue.some(({ id }) => id === promptId)) return done(null)
    if (queue.length >= MAX_PROMPTS) return refused('conflict', MESSAGES.tooManyPrompts)
    const { title, brief } = read.value
    const added = await tx.row(sql`
      insert into series_prompts (id, series_id, position, title, brief)
      select ${promptId}, ${seriesId}, coalesce(max(position), 0) + 1, ${title}, ${brief}
      from series_prompts where series_id = ${seriesId}
      on conflict (id) do nothing returning id`)
    if (!added) return refused('conflict', MESSAGES.promptFailed)
    note({ before: {}, after: { prompt: title } })
    return done(null)
  })
}

/** Changes a prompt that waits. */
export function updatePrompt(
  db: Db,
  viewer: Viewer,
  seriesId: string,
  { promptId, ...typed }: PromptText & { promptId: string },
): Promise<Outcome<null>> {
  return changePrompt(db, viewer, seriesId, promptId, async (tx, prompt, note) => {
    const read = readPrompt(typed)
    if (!read.ok) return read
    const { title, brief } = read.value
    await tx.rows(sql`update series_prompts set title = ${title}, brief = ${brief} where id = ${promptId}`)
    if (title !== prompt.title) note({ before: { prompt: prompt.title }, after: { prompt: title } })
    if (brief !== prompt.brief) note({ before: { brief: prompt.brief }, after: { brief } })
    return done(null)
  })
}

/** Moves a prompt to a place of the queue; 1 is the next one. */
export function movePrompt(
  db: Db,
  viewer: Viewer,
  seriesId: string,
  { promptId, place }: { promptId: string; place: number },
): Promise<Outcome<null>> {
  return changePrompt(db, viewer, seriesId, promptId, async (tx, prompt, note, queue) => {
    const others = queue.filter(({ id }) => id !== promptId)
    const index = Math.min(Math.max(place - 1, 0), others.length)
    const order = [...others.slice(0, index), prompt, ...others.slice(index)].map(({ id }) => id)
    if (order[queue.indexOf(prompt)] === promptId) return done(null)
    await tx.rows(sql`
      update series_prompts p set position = placed.position
      from unnest(${order}::uuid[]) with ordinality as placed (id, position) where p.id = placed.id`)
    note({
      before: { prompt: prompt.title, place: queue.indexOf(prompt) + 1 },
      after: { prompt: prompt.title, place: index + 1 },
    })
    return done(null)
  })
}

export function removePrompt(
  db: Db,
  viewer: Viewer,
  seriesId: string,
  promptId: string,
): Promise<Outcome<null>> {
  return changePrompt(db, viewer, seriesId, promptId, async (tx, prompt, note) => {
    await tx.rows(sql`delete from series_prompts where id = ${promptId}`)
    note({ before: { prompt: prompt.title }, after: {} })
    return done(null)
  })
}

/** Leaves out a coming date, or takes it back (SER-7). Its challenge must not be made yet. */
export function skipDate(
  db: Db,
  viewer: Viewer,
  seriesId: string,
  { heldOn, isSkipped }: { heldOn: string; isSkipped: boolean },
): Promise<Outcome<null>> {
  return changeSeries(db, viewer, seriesId, async (tx, series, note) => {
    const found = await tx.row<{ isSkipped: boolean }>(sql`
      select is_skipped as "isSkipped" from series_dates where series_id = ${seriesId} and held_on::text = ${heldOn}`)
    if (found && !found.isSkipped) return refused('conflict', MESSAGES.made)
    if (Boolean(found) === isSkipped) return done(null)
    if (isSkipped && !isComing(series, heldOn, await databaseNow(tx)))
      return refused('conflict', MESSAGES.noDate)
    await tx.rows(
      isSkipped
        ? sql`insert into series_dates (series_id, held_on, is_skipped) values (${seriesId}, ${heldOn}::date, true)`
        : sql`delete from series_dates where series_id = ${seriesId} and held_on::text = ${heldOn} and is_skipped`,
    )
    note(isSkipped ? { before: {}, after: { skipped: heldOn } } : { before: { skipped: heldOn }, after: {} })
    return done(null)
  })
}

/** How many dates ahead can be skipped. */
const mostSkipped = 100

function isComing(plan: Parameters<typeof comingDates>[0], heldOn: string, now: Date): boolean {
  let count = 0
  for (const date of comingDates(plan, now)) {
    if (date.heldOn === heldOn) return true
    if (++count >= mostSkipped || date.heldOn > heldOn) return false
  }
  return false
}

type Note = Parameters<Parameters<typeof changeSeries>[3]>[2]

function changePrompt(
  db: Db,
  viewer: Viewer,
  seriesId: string,
  promptId: string,
  work: (tx: Db, prompt: Prompt, note: Note, queue: Prompt[]) => Promise<Outcome<null>>,
): Promise<Outcome<null>> {
  return changeSeries(db, viewer, seriesId, async (tx, _, note) => {
    const queue = await queueOf(tx, seriesId)
    const prompt = queue.find(({ id }) => id === promptId)
    return prompt ? work(tx, prompt, note, queue) : refused('not-found', MESSAGES.promptMissing)
  })
}

function queueOf(tx: Db, seriesId: string): Promise<Prompt[]> {
  return tx.rows(
    sql`select id, title, brief from series_prompts where series_id = ${seriesId} order by position`,
  )
}

/** A prompt in its form, or undefined. */
export function onePrompt(
  db: Db,
  _admin: Admin,
  seriesId: string,
  promptId: string,
): Promise<Prompt | undefined> {
  return db.row(sql`
    select id, title, brief from series_prompts where series_id = ${seriesId} and id = ${promptId}`)
}

function readPrompt(typed: PromptText): Outcome<PromptText> {
  const [title, brief] = [singleLine(typed.title), plainText(typed.brief)]
  const { title: titles, description } = CHALLENGE_FIELDS
  if (!title || !brief) return refused('invalid', CHALLENGE_FORM_MESSAGES.titleAndDescription)
  if (characterCount(title) > titles.maxLength)
    return refused('invalid', `Title must be at most ${titles.maxLength} characters`)
  if (characterCount(brief) > description.maxLength)
    return refused(
      'invalid',
      `Description must be at most ${description.maxLength.toLocaleString('en')} characters`,
    )
  return done({ title, brief })
}
