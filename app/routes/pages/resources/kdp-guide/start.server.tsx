import type { Section } from '../../article/writing.server.ts'
import { Outside } from './outside.server.tsx'

export const whatItIs: Section = {
  id: 'what-kdp-is',
  title: 'What KDP Is',
  Body: () => (
    <>
      <p>
        Kindle Direct Publishing, KDP for short, is Amazon’s service for authors without a publisher. You
        upload a manuscript and a cover, set a price, and a few days later your book is on sale around the
        world: as an ebook, and if you like as a paperback or a hardcover that is printed when somebody orders
        it.
      </p>
      <p>
        Publishing costs nothing. You keep your rights, you may sell the same book elsewhere (with one
        exception, see <a href="#price">the price</a>), and you can change text, cover and price at any time.
        What you give is a share of each sale.
      </p>
    </>
  ),
}

export const beforeYouBegin: Section = {
  id: 'before-you-begin',
  title: 'Before You Begin',
  Body: () => (
    <>
      <p>The forms take an hour. They take a weekend if you go looking for these in the middle of it:</p>
      <ul>
        <li>
          <strong>A finished text.</strong> Read it aloud once from beginning to end. Then let someone read it
          who owes you nothing.
        </li>
        <li>
          <strong>An account.</strong> Sign in at{' '}
          <Outside to="https://kdp.amazon.com">kdp.amazon.com</Outside> with an Amazon account, or make one
          only for your books.
        </li>
        <li>
          <strong>Your bank and tax details.</strong> KDP interviews you about taxes before it pays. Authors
          outside the United States should have their own country’s tax number at hand: a treaty often lowers
          what is withheld.
        </li>
        <li>
          <strong>A name.</strong> A pen name is fine. Your real one stays between you and Amazon.
        </li>
      </ul>
    </>
  ),
}

export const honesty: Section = {
  id: 'ai-content',
  title: 'Say What AI Made',
  Body: () => (
    <>
      <p>
        KDP asks, for each book, whether text, images or translations were made with AI. The answer goes to
        Amazon and is not shown to readers. A wrong answer can cost you the book or the account, so it pays to
        know the line:
      </p>
      <ul>
        <li>
          <strong>AI-generated</strong> is what a tool created, even if you edited it heavily afterward. You
          must declare it: a chapter drafted by a model, a cover from an image model, a machine translation.
        </li>
        <li>
          <strong>AI-assisted</strong> is what you created yourself and a tool helped to improve:
          brainstorming, feedback, spelling, a tighter sentence. You need not declare that.
        </li>
      </ul>
      <p>
        Either way the book is your responsibility. Check its facts, check that nobody else’s text, character
        or artwork slipped in, and check that the terms of each tool allow commercial use; free plans often do
        not. Keep your prompts and drafts: they are the best proof of how you worked.
      </p>
    </>
  ),
}
