import { Link } from 'react-router'
import { avatarPresets, longestBio, sessionDays, sessionDaysAtMost } from '#domain/members/rules.ts'
import { drawnImageDays } from '#platform/pictures/rules.ts'
import type { Section } from '../article/writing.server.ts'
import type { House } from '../house.ts'

export const information: Section = {
  id: 'information',
  title: 'Information We Collect',
  Body: ({ house }) => (
    <>
      <p>
        {house.productName} is self-hosted: its organisers run it on a server of their choice and decide about
        the data on it. In this policy, “we” means those organisers.
      </p>
      <WhatYouGive house={house} />
      <WhatComesAbout />
      <HowLong />
    </>
  ),
}

function WhatYouGive({ house }: { house: House }) {
  return (
    <>
      <h3>What you give us</h3>
      <ul>
        <li>
          <strong>Your sign-in.</strong> You sign in with an account that you already have
          {house.signInProvider ? ` at ${house.signInProvider}` : ' at an identity provider'}. It tells us an
          identifier of that account, your e-mail address, and whether the address was verified. We never see
          your password, and we take over neither your name nor your picture.
        </li>
        <li>
          <strong>Your profile.</strong> A display name, at first a random ninja name; an avatar, one of our{' '}
          {avatarPresets} drawings or a picture that you upload; and, if you like, a bio of up to {longestBio}{' '}
          characters.
        </li>
        <li>
          <strong>Your entries.</strong> Title, description, how you made them, the AI tools you name, the
          picture, the link to your work, and when you sent or changed them.
        </li>
        <li>
          <strong>Your votes, points and ranks.</strong> Which entry you voted for in a challenge, what you
          earned points for, how often you withdrew a vote, and the ranks you reached.
        </li>
        <li>
          <strong>Your messages.</strong> What you write to us, for as long as we need it to answer.
        </li>
      </ul>
    </>
  )
}

function WhatComesAbout() {
  return (
    <>
      <h3>What comes about by itself</h3>
      <ul>
        <li>
          <strong>Sessions.</strong> While you are signed in, we store when your session began, when it was
          last used, when it ends, and the kind of browser and system, such as “Firefox on Windows”. We do not
          store your network address with it. You see and end your sessions on the{' '}
          <Link to="/profile/account">account page</Link>.
        </li>
        <li>
          <strong>Limits.</strong> To stop floods of requests we count some of them by member or by network
          address. What is counted by is stored as a one-way fingerprint only, and forgotten soon after the
          count has run out.
        </li>
        <li>
          <strong>Logs.</strong> The server logs the kind of page, time, duration and result of requests, and
          the cause when something fails. Names, e-mail addresses, network addresses, cookies and sign-in
          codes are left out.
        </li>
        <li>
          <strong>Decisions of administrators.</strong> An audit log records what administrators did, when, to
          whom and why: for example a rejected submission, changed points or a suspension.
        </li>
        <li>
          <strong>Pictures.</strong> Each picture you upload is made anew before it is stored. What a camera
          wrote into the file, such as place and time, does not survive that.
        </li>
      </ul>
    </>
  )
}

function HowLong() {
  return (
    <>
      <h3>How long we keep it</h3>
      <p>
        A session ends after {sessionDays} days without use and after {sessionDaysAtMost} days in any case. A
        sign-in that was begun and not finished expires after ten minutes. Uploaded pictures that belong to
        nothing are removed within about a day. Images that are drawn for shared links are removed{' '}
        {drawnImageDays} days after they were last shown. Everything else is kept as long as your account
        exists. The dojo is in an alpha phase: all user data, submissions and rankings may be reset.
      </p>
      <p>
        When you <Link to="/profile/account">delete your account</Link>, we erase at once your display name,
        e-mail address, bio, avatar, sign-in, sessions and the images that nothing shows any more. Your name,
        and the reasons that administrators wrote down about you, disappear from the audit log. Your
        submissions are removed, or kept under “Anonymous Ninja”, as you choose. Votes, points and the results
        of finished challenges stay without your name. Copies in the organisers’ backups disappear when those
        backups are replaced.
      </p>
    </>
  )
}

export const use: Section = {
  id: 'use',
  title: 'How We Use Your Information',
  Body: () => (
    <>
      <p>We use it to run the dojo, and for nothing else:</p>
      <ul>
        <li>to sign you in and to show you, and others, your profile;</li>
        <li>to run challenges: show entries, count votes, name winners, award points and ranks;</li>
        <li>to keep the dojo fair and safe: enforce limits, review entries, look into abuse;</li>
        <li>to find and fix faults;</li>
        <li>to answer you when you write to us.</li>
      </ul>
      <p>
        There is no advertising, no tracking across sites and no profiling of your interests. We do not use
        your entries to train AI models.
      </p>
      <p>
        Where the law asks for a legal basis, it is the agreement between you and us for what the dojo needs
        to work, our legitimate interest for keeping it fair and safe, and your consent for the cookies of
        embedded players.
      </p>
    </>
  ),
}

export const disclosure: Section = {
  id: 'disclosure',
  title: 'Disclosure of Your Information',
  Body: () => (
    <>
      <p>We do not sell your information, and we do not rent it out. It reaches others in these ways only:</p>
      <ul>
        <li>
          <strong>The public.</strong> Your display name, avatar, bio, rank, points, the month you joined,
          your entries and the votes they received can be seen by everybody, search engines included, and so
          can that you are an administrator. Your e-mail address cannot. Which entry you voted for, and
          whether you are suspended, is not shown to other members.
        </li>
        <li>
          <strong>Organisers.</strong> Administrators of the dojo see what they need to run it, your e-mail
          address, your points and a suspension included.
        </li>
        <li>
          <strong>Those who work for us.</strong> Whoever hosts our server, its database or its files
          processes them on our behalf and by our instructions.
        </li>
        <li>
          <strong>Your identity provider</strong> learns that you signed in here. We send it nothing about
          what you do in the dojo.
        </li>
        <li>
          <strong>The law.</strong> We disclose what a law, a court or an authority binds us to disclose.
        </li>
        <li>
          <strong>Successors.</strong> If other organisers take over the dojo, its data goes with it, under
          this policy.
        </li>
      </ul>
    </>
  ),
}
