import type { RouterContextProvider } from 'react-router'
import { servicesContext } from '#app/context.ts'
import { scopeOf } from '#app/middleware/viewer.server.ts'
import { formatCount } from '#app/ui/number.tsx'
import { challengeDetail } from '#domain/challenges/queries.server.ts'
import { CHALLENGE_FORM_MESSAGES } from '#domain/challenges/timeline.ts'
import { completionPreview } from '#domain/lifecycle/completion.server.ts'
import { isolated } from '#platform/text/isolated.ts'
import { type CompletionSettings, completionTexts } from './completion-texts.ts'
import type { FormQuestion } from './form/challenge-values.ts'
import { STEP_NAMES } from './steps.ts'

type Context = Readonly<RouterContextProvider>

/** What the challenge form asks after a refusal that can be confirmed. */
export async function formQuestion(
  context: Context,
  id: string,
  form: CompletionSettings,
  refusal: string,
): Promise<FormQuestion | undefined> {
  if (refusal === CHALLENGE_FORM_MESSAGES.confirmCompletion) return completionQuestion(context, id, form)
  if (refusal === CHALLENGE_FORM_MESSAGES.confirmShowing) return SHOWING_QUESTION
  return refusal === CHALLENGE_FORM_MESSAGES.confirmHiding ? hidingQuestion(context, id) : undefined
}

const SHOWING_QUESTION: FormQuestion = {
  consequences: [
    'Everyone sees the counts of this secret ballot at once, and points for votes are paid from now on.',
    'The results will say that the counts were shown while members voted, also if you hide them again.',
  ],
  label: 'Show Votes',
  pendingLabel: 'Saving...',
}

/** Completing a challenge in its form pays no participants. */
async function completionQuestion(
  context: Context,
  id: string,
  form: CompletionSettings,
): Promise<FormQuestion> {
  const preview = await completionPreview(context.get(servicesContext).db, scopeOf(context), id)
  const unpaid = preview.payments.length > 0 && formatCount(preview.payments.length, 'participant')
  const participants = unpaid && `${unpaid} will get no points. Use Complete in the list to pay them.`
  return {
    consequences: completionTexts(form, preview, participants || undefined),
    label: STEP_NAMES.complete.title,
    pendingLabel: 'Completing...',
  }
}

async function hidingQuestion(context: Context, id: string): Promise<FormQuestion> {
  const challenge = await challengeDetail(context.get(servicesContext).db, scopeOf(context), id)
  const submissions = formatCount(challenge?.participants ?? 0, 'submission')
  return {
    consequences: [
      `As a draft, the challenge and its ${submissions} are visible to administrators only, not to their authors either.`,
      'Points and votes stay. The status can be changed back at any time.',
      ...(challenge?.winner
        ? [`${isolated(challenge.winner.name)} is no longer the winner and loses the points for winning.`]
        : []),
    ],
    label: 'Hide Challenge',
    pendingLabel: 'Hiding...',
  }
}
