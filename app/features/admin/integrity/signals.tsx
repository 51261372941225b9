import { BulletList } from '#app/ui/bullet-list.tsx'
import { SIGNAL_NAMES, SIGNALS, type Signal } from '#domain/integrity/rules.ts'

const { newAccounts, network, author } = SIGNALS

export const SIGNAL_TITLES: Record<Signal, string> = {
  newAccounts: 'New accounts',
  network: 'Same network',
  author: 'Same author',
}

const texts: Record<Signal, string> = {
  newAccounts: `votes for an entry within ${newAccounts.hours} hours before or after, all by accounts made later than ${newAccounts.days} days before voting opened. Marked from ${newAccounts.votes} on.`,
  network: `votes for an entry from one network, of all votes from there in the challenge. Marked from ${network.votes} on, if they are ${network.share * 100}% or more. Families and offices share a network too.`,
  author: `the voter’s votes for this author, of all their votes in completed challenges and this one. Marked from ${author.votes} on, if they are ${author.share * 100}% or more.`,
}

/** What the columns count, and from where on a count is marked. */
export function SignalTexts() {
  return (
    <BulletList className="mt-5 text-small text-muted">
      {SIGNAL_NAMES.map((signal) => (
        <li key={signal}>
          <b>{SIGNAL_TITLES[signal]}:</b> {texts[signal]}
        </li>
      ))}
      <li>A mark is no proof.</li>
    </BulletList>
  )
}
