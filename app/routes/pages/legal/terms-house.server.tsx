import { Link } from 'react-router'
import { Address } from '../article/address.tsx'
import type { Section } from '../article/writing.server.ts'

export const agreement: Section = {
  id: 'agreement',
  title: 'Our Agreement',
  Body: ({ house }) => (
    <p>
      These terms are an agreement between you and the organisers of {house.productName}, who run it on their
      own server; “we” means them. By using the dojo you accept these terms. If you do not, please do not use
      it. How we treat your information is told in the <Link to="/privacy">Privacy Policy</Link>.
    </p>
  ),
}

export const accounts: Section = {
  id: 'accounts',
  title: 'Accounts',
  Body: () => (
    <ul>
      <li>
        You can look around without an account. To enter challenges and to vote, you sign in through an
        identity provider; there is no other way in.
      </li>
      <li>You must be at least 13 years old, or older where the law of your country asks for it.</li>
      <li>
        One person has one account. Keep the account at your identity provider safe: what is done through it
        here counts as done by you.
      </li>
      <li>
        Choose a display name and an avatar that do not pretend to be someone else and do not offend. We may
        change those that do.
      </li>
    </ul>
  ),
}

export const termination: Section = {
  id: 'termination',
  title: 'Suspension and Termination',
  Body: () => (
    <>
      <p>
        You may stop at any time and <Link to="/profile/account">delete your account</Link>. We may remove
        content or suspend an account if you break these terms or put others at risk. We tell you why when you
        try to sign in, and you may answer. A suspension ends your sessions and withdraws your votes in
        running challenges; your submissions stay unless we remove them. We can lift it at any time.
      </p>
      <p>
        When an account is deleted, its sessions end at once, it leaves the leaderboard, and its votes in
        running challenges are withdrawn. Other votes, points and the results of finished challenges stay
        without your name. The license ends for what you remove, and goes on for submissions that you choose
        to leave under “Anonymous Ninja”. What these terms say about points, liability and the law still
        applies.
      </p>
    </>
  ),
}

export const alpha: Section = {
  id: 'alpha',
  title: 'Alpha Version and Liability',
  Body: () => (
    <>
      <p>
        The dojo is an alpha version. It comes as it is, may have faults and gaps, and all user data,
        submissions and rankings may be reset. Keep your own copies of what you make.
      </p>
      <p>
        As far as the law allows, we are not liable for losses that come from using the dojo or from not being
        able to use it, from what members post, or from sites it links to. Nothing here limits a liability
        that the law does not let us limit, or a right that it gives you as a consumer.
      </p>
    </>
  ),
}

export const changes: Section = {
  id: 'changes',
  title: 'Changes to These Terms',
  Body: () => (
    <p>
      We may change these terms. If a change is material, we announce it on this site about 30 days before it
      takes effect. Whoever uses the dojo after that day accepts the new terms; whoever does not agree can
      leave before it.
    </p>
  ),
}

export const law: Section = {
  id: 'law',
  title: 'Law',
  Body: () => (
    <p>
      The law of the place where the organisers have their seat applies, together with the consumer law of the
      place where you live. If a part of these terms does not hold, the rest does.
    </p>
  ),
}

export const contact: Section = {
  id: 'contact',
  title: 'Contact',
  Body: ({ house }) => (
    <p>
      Questions about these terms: <Address email={house.contactEmail} subject="Terms of Service" />.
    </p>
  ),
}
