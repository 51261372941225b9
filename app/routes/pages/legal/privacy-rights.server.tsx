import { Link } from 'react-router'
import { Address } from '../article/address.tsx'
import type { Section } from '../article/writing.server.ts'

export const security: Section = {
  id: 'security',
  title: 'Security',
  Body: () => (
    <>
      <p>
        There are no passwords here that could be lost: signing in is your identity provider’s work, and each
        sign-in is bound to the browser that began it. Your session’s key is kept in a cookie that scripts
        cannot read, and on our side only as a fingerprint of it. Every rule is checked on the server, and
        pages run no scripts but the dojo’s own.
      </p>
      <p>
        Still, nothing that is connected is perfectly safe. If your information is ever exposed, we tell you
        as soon as we can, and the authorities as the law requires.
      </p>
    </>
  ),
}

export const rights: Section = {
  id: 'rights',
  title: 'Your Rights',
  Body: () => (
    <>
      <p>Wherever you live, you may ask us:</p>
      <ul>
        <li>whether we keep anything about you, and for a copy of it in a common format;</li>
        <li>to correct what is wrong;</li>
        <li>to delete your account, an entry, or anything else that we need not keep;</li>
        <li>to stop or to limit a use that you object to;</li>
        <li>to take back a consent, as easily as you gave it.</li>
      </ul>
      <p>
        On the <Link to="/profile/account">account page</Link> you can download your data and delete your
        account yourself, at any time and without asking. To delete the account you sign in again, so that
        nobody else can do it from an open browser. While your account is suspended, write to us instead.
      </p>
      <p>
        We answer within 30 days and ask for nothing in return. We may first make sure that the account is
        yours. You may also complain to the data protection authority of the place where you live.
      </p>
    </>
  ),
}

export const options: Section = {
  id: 'options',
  title: 'Your Options',
  Body: () => (
    <>
      <p>Much needs no request at all:</p>
      <ul>
        <li>
          <strong>Only look.</strong> Everything public can be seen without signing in.
        </li>
        <li>
          <strong>Say little.</strong> Keep the random name and a drawn avatar, and leave the bio empty.
        </li>
        <li>
          <strong>Change your mind.</strong> <Link to="/profile/edit">Edit your profile</Link>, except your
          name while voting is open for an entry of yours. Edit or withdraw an entry while its challenge is
          active, and a vote while voting is open.
        </li>
        <li>
          <strong>Refuse cookies.</strong>{' '}
          <Link to="/cookies#your-choice">Decline non-essential cookies</Link>; the dojo works just as well.
        </li>
        <li>
          <strong>Leave.</strong> Sign out here or everywhere, and your sessions end on the server too.{' '}
          <Link to="/profile/account">Delete your account</Link> when you like. The results of finished
          challenges stay, without your name.
        </li>
      </ul>
    </>
  ),
}

export const cookies: Section = {
  id: 'cookies',
  title: 'Cookies',
  Body: () => (
    <p>
      The dojo sets a few cookies of its own: for your session, for a sign-in under way, for your theme, for
      your answer about cookies, for short messages and for the reason of a suspension. Players of other sites
      set theirs only after your click or your consent. The <Link to="/cookies">Cookie Policy</Link> names
      each of them.
    </p>
  ),
}

export const thirdParties: Section = {
  id: 'third-party-links',
  title: 'Third-Party Links',
  Body: () => (
    <>
      <p>
        Members link to their works on other sites, the <Link to="/tools">tools page</Link> links to the
        makers of tools, and entries can hold players of YouTube, Vimeo, SoundCloud and Suno. What happens on
        those sites follows their policies, not this one.
      </p>
      <p>
        Pictures, fonts and scripts all come from our own server, so no other company learns of your visit by
        your merely opening a page.
      </p>
    </>
  ),
}

export const changes: Section = {
  id: 'changes',
  title: 'Changes to This Policy',
  Body: () => (
    <p>
      When the dojo changes, this text may have to. The date at its head is that of its last general revision;
      passages about newer features are more recent. If a change matters for you, we say so on this site
      before it takes effect, and where the law asks for your consent, we ask for it.
    </p>
  ),
}

export const contact: Section = {
  id: 'contact',
  title: 'Contact Us',
  Body: ({ house }) =>
    house.contactEmail ? (
      <p>
        Questions about your privacy, and requests about your information, reach us at{' '}
        <Address email={house.contactEmail} subject="Privacy" />.
      </p>
    ) : (
      <p>
        The organisers of this dojo have not published an address for privacy questions yet. As soon as there
        is one, it stands here and on <Link to="/contact">the contact page</Link>.
      </p>
    ),
}
