import { randomUUID } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, type Locator, type Page, test } from '@playwright/test'
import type { Database } from '#platform/database/database.server.ts'
import { makeChallenge } from '#test/builders.ts'
import type { FileInput } from './images.ts'
import { signIn } from './sign-in.ts'

export const submissionTexts = {
  Title: 'Lantern over the ford',
  Description: 'A paper lantern that the river carries home.\nTwo lines.',
  'Creation Process (optional)': 'Forty tries, then one walk by the water.',
  'AI Tools Used': 'Midjourney, Krita',
}

/** Opens the form for a submission to a new challenge as Ann. Returns the id of the challenge. */
export async function openSubmissionForm(page: Page, db: Database): Promise<string> {
  const challenge = await makeChallenge(db)
  await signIn(page, 'ann@example.org', `/challenges/${challenge}/submit`)
  return challenge
}

/** Fills the submission form, except for its image. */
export async function fillSubmission(
  page: Page,
  texts: Record<string, string> = submissionTexts,
): Promise<void> {
  for (const [label, text] of Object.entries(texts)) await field(page, label).fill(text)
  await terms(page).check()
}

export async function expectWritten(
  page: Page,
  texts: Record<string, string> = submissionTexts,
): Promise<void> {
  for (const [label, text] of Object.entries(texts)) await expect(field(page, label)).toHaveValue(text)
  await expect(terms(page)).toBeChecked()
}

export async function chooseImage(page: Page, file: FileInput): Promise<void> {
  const input = page.getByLabel('Image (optional)')
  // The browser reads a large file itself: sending it there takes many seconds.
  await input.setInputFiles(file.buffer.length > 1_000_000 ? await stored(file) : file)
}

async function stored({ name, buffer }: FileInput): Promise<string> {
  const folder = test.info().outputPath(randomUUID())
  await mkdir(folder, { recursive: true })
  const path = join(folder, name)
  await writeFile(path, buffer)
  return path
}

export async function sendSubmission(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Submit Entry' }).click()
}

/** The number of votes on the page of a submission. */
export function voteCount(page: Page): Locator {
  return page.getByRole('region', { name: 'Votes' }).getByRole('paragraph').first()
}

function field(page: Page, label: string) {
  return page.getByLabel(label, { exact: true })
}

function terms(page: Page) {
  return page.getByLabel('I confirm this is my original work created with AI tools')
}
