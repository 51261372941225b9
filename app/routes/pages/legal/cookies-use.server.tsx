import type { Section } from '../article/writing.server.ts'
import { CookieChoice } from './cookie-choice.tsx'
import { CookieList } from './cookie-list.server.tsx'

export const kinds: Section = {
  id: 'kinds',
  title: 'What Cookies Are, and Which Types There Are',
  Body: () => (
    <>
      <p>
        A cookie is a short text that a site asks your browser to keep and to send along with later visits.
        Here there are three types:
      </p>
      <ul>
        <li>
          <strong>Essential cookies</strong> do something that you asked for, such as staying signed in. They
          need no consent.
        </li>
        <li>
          <strong>Preference cookies</strong> remember a setting that you chose, such as the theme. They are
          set only when you choose it.
        </li>
        <li>
          <strong>Non-essential cookies</strong> come from the players of other sites. They wait for your
          consent or your click.
        </li>
      </ul>
      <p>There are no cookies for advertising or for measuring visits.</p>
    </>
  ),
}

export const essential: Section = {
  id: 'own-cookies',
  title: 'Cookies the Dojo Sets',
  Body: ({ house }) => (
    <>
      <p>
        These are all of them. Scripts can read the theme only. Over a secure connection, their names begin
        with <code>__Host-</code>.
      </p>
      <CookieList demo={house.signInProvider === null} />
    </>
  ),
}

export const players: Section = {
  id: 'players',
  title: 'Cookies of Embedded Players',
  Body: () => (
    <>
      <p>
        Video and audio entries can be played here through players of YouTube, Vimeo, SoundCloud and Suno.
        Such a player is a page of theirs within ours: once it loads, that site learns of your visit and may
        set cookies and read those that it set before.
      </p>
      <p>
        That is why players do not load by themselves. You see a still picture with a button, and the player
        comes when you press it. Where these sites offer a version with fewer cookies, we use it. What they
        keep is told in their own policies.
      </p>
    </>
  ),
}

export const choice: Section = {
  id: 'your-choice',
  title: 'Your Choice',
  Body: () => (
    <>
      <p>
        At your first visit, a banner asks whether you accept or decline non-essential cookies. Your answer
        counts in this browser only. You can change it here:
      </p>
      <CookieChoice />
    </>
  ),
}
