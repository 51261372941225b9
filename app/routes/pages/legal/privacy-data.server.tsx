import { avatarPresets, longestBio, sessionDays, sessionDaysAtMost } from '#domain/members/rules.ts'
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
          earned points for, and the ranks you reached.
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
          <strong>Sessions.</strong> While you are signed in, we keep when your session began, when it was
          last used and when it ends.
        </li>
        <li>
          <strong>Limits.</strong> To stop floods of requests we count some of them by member or by network
          address. What is counted by is stored as a one-way fingerprint only, and forgotten soon after the
          count has run out.
        </li>
        <li>
          <strong>Fault logs.</strong> When something goes wrong, the server notes what, when, and on which
          page. E-mail addresses, cookies and sign-in codes are left out of these notes.
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
        sign-in that was begun and not finished is forgotten after ten minutes. Uploaded pictures that belong
        to nothing are removed within about a day. Everything else stays for as long as you have an account
        here, unless you ask us to delete it earlier. The dojo is in an alpha phase: all user data,
        submissions and rankings may be reset.
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
        <li>to find and mend faults;</li>
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
          your entries and the votes they received can be seen by everybody, search engines included. Your
          e-mail address cannot. Which entry you voted for is not shown to other members.
        </li>
        <li>
          <strong>Organisers.</strong> Administrators of the dojo see what they need to run it, your e-mail
          address and your points included.
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
