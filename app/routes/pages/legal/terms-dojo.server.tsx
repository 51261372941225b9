import { Link } from 'react-router'
import { maxWithdrawals } from '#domain/voting/rules.ts'
import type { Section } from '../article/writing.server.ts'

export const content: Section = {
  id: 'content',
  title: 'Your Content and Its License',
  Body: () => (
    <>
      <p>
        What you enter here (titles, texts, pictures, links and your profile) stays yours. You need the right
        to show it, and you answer for it.
      </p>
      <p>
        So that the dojo can do its work, you give its organisers a worldwide, non-exclusive, royalty-free
        license to store, copy, resize, show and link to your content within the dojo and where the dojo
        presents itself, such as galleries, the showcase and previews of shared links. Your name stands beside
        it. Nobody may sell it under this license.
      </p>
      <p>
        The license ends when your content is removed from the dojo. What others shared before, and the bare
        result of a finished challenge, may remain.
      </p>
    </>
  ),
}

export const aiContent: Section = {
  id: 'ai-content',
  title: 'AI Content',
  Body: () => (
    <>
      <p>The dojo is for work made with AI tools. For each entry you confirm that:</p>
      <ul>
        <li>it is your original work, made by you with the tools that you name;</li>
        <li>you kept to the terms of those tools, and they let you show the result;</li>
        <li>it does not copy another’s work, voice or likeness without permission;</li>
        <li>
          it does not pass itself off as a record of something that happened, where people could be deceived.
        </li>
      </ul>
      <p>
        Whether, and to whom, a law grants rights in works made with AI differs from country to country and is
        changing. We make no promise about that. Two members may arrive at similar results without either
        having copied.
      </p>
    </>
  ),
}

export const challenges: Section = {
  id: 'challenges',
  title: 'Challenges, Votes and Points',
  Body: () => (
    <ul>
      <li>Each challenge takes one entry per member, until its deadline by the dojo’s clock.</li>
      <li>
        Each member has one vote per challenge, and not for their own entry. You may withdraw it and vote
        again while voting is open, at most {maxWithdrawals} times.
      </li>
      <li>
        The entry with the most votes wins; of equal ones, the one that was entered first. Voting decisions
        are final.
      </li>
      <li>
        Points, ranks, badges and places have no monetary value. They cannot be bought, sold, exchanged or
        passed on.
      </li>
      <li>
        We may disqualify an entry or a member who breaks these terms, games the votes, or misses what a
        challenge asks for. Votes and points that came with it are taken back.
      </li>
      <li>
        We may extend, change or cancel a challenge, for instance after a fault, and correct points that were
        awarded in error.
      </li>
    </ul>
  ),
}

export const prohibited: Section = {
  id: 'prohibited',
  title: 'Prohibited Uses',
  Body: () => (
    <>
      <p>You may not use the dojo to:</p>
      <ul>
        <li>break a law, or harm or exploit anyone, children above all;</li>
        <li>harass, threaten, demean, or call to hatred or violence;</li>
        <li>show sexual or cruel content, or private facts about others;</li>
        <li>take what is not yours: works, trademarks, names, voices or faces;</li>
        <li>vote with several accounts, trade votes, or have scripts vote, enter or collect;</li>
        <li>post advertising, fraud or harmful software, or links to them;</li>
        <li>
          probe, overload or get round the dojo’s protections, except to tell us about a weakness in private.
        </li>
      </ul>
      <p>
        If you see any of this, please <Link to="/contact">tell the organisers</Link>.
      </p>
    </>
  ),
}
