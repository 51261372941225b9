import type { Page } from '@playwright/test'
import sql from 'sql-template-tag'
import type { Database } from '#platform/database/database.server.ts'
import { roles, seededScreens } from './seeded-screens.ts'
import { expect, test } from './test.ts'

test.slow()

for (const role of roles) {
  test(`texts from right to left stay apart from others, as ${role}`, async ({
    page,
    site,
    visitor,
    faults,
  }) => {
    faults.expect(/\b40[034]\b/)
    faults.expect(/was preloaded using link preload but not used/)
    const screens = (await seededScreens(role, { page, site, visitor })).flat()
    await writeFromRightToLeft(site.db)
    let seen = 0
    for (const { path } of screens.filter((screen) => screen.as[0] === role)) {
      await page.goto(path)
      const { texts, mixed } = await textsIn(page)
      seen += texts
      expect.soft(mixed, path).toEqual([])
    }
    expect(seen).toBeGreaterThan(50)
  })
}

/** Replaces what members wrote. Each text ends with a mark that shows its direction. */
async function writeFromRightToLeft(db: Database): Promise<void> {
  await db.transaction(async (tx) => {
    // Triggers keep the content of submissions with votes.
    await tx.rows(sql`set local session_replication_role = replica`)
    await tx.rows(sql`update challenges set title = 'אתגר!', description = 'תיאור!', requirements = 'דרישה!',
      winner_name = case when winner_name is not null then 'זוכה!' end`)
    await tx.rows(sql`update submissions set title = 'יצירה!', description = 'תיאור!', creation_process = 'תהליך!',
      prompt = 'הנחיה!', ai_tools_used = '{כלי!}',
      rejection_reason = case when rejection_reason is not null then 'סיבה!' end`)
    await tx.rows(sql`update submission_drafts set title = 'טיוטה!'`)
    await tx.rows(sql`update users set display_name = 'נינג׳ה!', bio = 'עלי!'`)
    await tx.rows(sql`update comments set text = 'תגובה!',
      hidden_reason = case when hidden_reason is not null then 'סיבה!' end where text is not null`)
    await tx.rows(sql`update announcements set title = 'הודעה!', text = 'תוכן!'`)
    await tx.rows(sql`update reports set note = 'הערה!' where note is not null`)
  })
}

/** How many texts of members a page shows, and those that stand in a text of ours without isolation. */
function textsIn(page: Page): Promise<{ texts: number; mixed: string[] }> {
  return page.evaluate(() => {
    const isolating = 'bdi, [dir=auto]'
    // The title of a copy is one text, which the organiser may change.
    const withoutIsolates = (text: string) =>
      text.replace(/\u2068[^\u2069]*\u2069/g, '').replace(/^Copy of (?=[\u0590-\u05ff])/, '')
    const hasOwn = (text: string) => /[\u0590-\u05ff]/.test(withoutIsolates(text))
    const ownText = (element: Element): string =>
      [...element.childNodes]
        .map((node) => {
          if (node instanceof Element) return node.matches(isolating) ? '' : ownText(node)
          return withoutIsolates(node.textContent ?? '')
        })
        .join('')
    const mixed = new Set<string>()
    let texts = 0
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) {
      const text = walker.currentNode as Text
      if (/[\u0590-\u05ff]/.test(text.data)) texts++
      const parent = text.parentElement
      if (!hasOwn(text.data) || parent?.closest('script, style, textarea')) continue
      const around = parent?.closest(parent.matches('option') ? 'option' : isolating)
      if (!around || /[a-z]/i.test(ownText(around))) mixed.add((parent?.outerHTML ?? '').slice(0, 300))
    }
    for (const element of document.querySelectorAll('[title]')) {
      const title = element.getAttribute('title') ?? ''
      if (hasOwn(title) && /[a-z]/i.test(title)) mixed.add(`title: ${title}`)
    }
    return { texts, mixed: [...mixed] }
  })
}
