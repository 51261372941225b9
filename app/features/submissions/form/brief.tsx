import { Requirements } from '#app/parts/challenges/challenge-facts.tsx'
import { Countdown } from '#app/parts/challenges/countdown.tsx'
import { RewardList } from '#app/parts/challenges/rewards.tsx'
import { Image } from '#app/parts/image.tsx'
import { Disclosure } from '#app/ui/disclosure.tsx'
import { Paragraphs } from '#app/ui/text/paragraphs.tsx'
import { Time } from '#app/ui/time.tsx'
import { requirementsOf } from '#domain/challenges/guidance.ts'
import type { FormChallenge } from './submit.server.ts'

interface Props {
  challenge: FormChallenge
  onDeadline?: () => void
}

/** Deadline, description, requirements and rewards (SUB-14), folded to one line. */
export function Brief({ challenge, onDeadline }: Props) {
  const requirements = requirementsOf(challenge)
  return (
    <aside aria-label="Submission Guidelines" className="wrap-anywhere">
      <Disclosure
        className="border-y border-line phone:-mx-[min(1.25rem,6vw)] phone:px-[min(1.25rem,6vw)] lg:rounded-card lg:border lg:bg-panel lg:px-5"
        summaryClassName="flex min-h-14 items-center gap-3 py-2"
        summary={
          <>
            {challenge.image && (
              <Image
                image={challenge.image}
                fallback="challenge"
                alt=""
                sizes="44px"
                eager
                className="h-7 w-11 flex-none rounded-[5px]"
              />
            )}
            <span className="flex-none font-semibold">Brief and rules</span>
            <span
              dir="auto"
              className="min-w-0 flex-1 truncate text-right text-compact text-muted lg:invisible"
            >
              {requirements[0]}
            </span>
          </>
        }
      >
        <div className="grid gap-6 pt-2 pb-6 sm:max-lg:grid-cols-2 sm:max-lg:gap-x-10">
          <section>
            <h2 className="text-card">Submission Guidelines</h2>
            <Paragraphs text={challenge.description} className="mt-3 text-calm" />
            {challenge.deadline && (
              <>
                <p className="mt-5 mb-3 text-calm text-muted">
                  Deadline: <Time value={challenge.deadline} format="datetime" />
                </p>
                <Countdown
                  until={challenge.deadline}
                  now={challenge.now}
                  label="Time left to enter"
                  onEnd={onDeadline}
                />
              </>
            )}
          </section>
          <section>
            <h3 className="eyebrow font-sans">Requirements</h3>
            <div className="mt-3 text-calm">
              <Requirements requirements={requirements} />
            </div>
            <h3 className="mt-6 mb-3 eyebrow font-sans">Rewards</h3>
            <RewardList voting={challenge.allowVoting} />
          </section>
        </div>
      </Disclosure>
    </aside>
  )
}
