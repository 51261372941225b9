import { Link } from 'react-router'
import { Icon } from '#app/ui/icons/icon.tsx'
import type { Section } from '../../article/writing.server.ts'
import { Outside } from './outside.server.tsx'

export const publish: Section = {
  id: 'publish',
  title: 'Upload and Publish',
  Body: () => (
    <>
      <ol>
        <li>On your KDP bookshelf, choose “Create” and then “Kindle eBook”.</li>
        <li>
          <strong>Details:</strong> language, title, author, description, publishing rights, keywords,
          categories.
        </li>
        <li>
          <strong>Content:</strong> upload manuscript and cover, answer the question about AI, look at the
          preview. Decide whether to lock the file with DRM. An ebook needs no ISBN; Amazon gives it a number
          of its own.
        </li>
        <li>
          <strong>Pricing:</strong> KDP Select or not, territories (“all” if the rights are yours), royalty,
          price. Round the prices in other currencies by hand.
        </li>
        <li>Press “Publish Your Kindle eBook”, and close the laptop.</li>
      </ol>
      <p>
        Amazon reviews each book. It is usually on sale within <strong>24 to 72 hours</strong>; a mail tells
        you. During that time nothing can be changed. If the book is sent back, the mail names the rule: mend
        it and submit again.
      </p>
    </>
  ),
}

export const after: Section = {
  id: 'after',
  title: 'After Publication',
  Body: () => (
    <>
      <ul>
        <li>
          <strong>Buy your own book</strong>, or download the sample, and look at it as a stranger would.
        </li>
        <li>
          <strong>Mend in the open.</strong> Upload a corrected file whenever you find a mistake. It goes
          through the same review.
        </li>
        <li>
          <strong>Claim your page</strong> at <Outside to="https://author.amazon.com">Author Central</Outside>{' '}
          with a picture and a few lines about you.
        </li>
        <li>
          <strong>Ask for reviews, never buy them.</strong> Reviews from family, paid reviews and swapped
          reviews are against the rules, and Amazon is good at finding them. A plain request on the last page
          is allowed, and works.
        </li>
        <li>
          <strong>Be patient with money.</strong> Royalties are paid about 60 days after the end of the month
          in which they were earned.
        </li>
        <li>
          <strong>Write the next one.</strong> Nothing sells a book like the book after it.
        </li>
      </ul>
    </>
  ),
}

const STEPS = [
  'The text was read aloud, and by someone else',
  'Headings are styles, and the contents list works',
  'The cover measures 2560 x 1600 and reads at the size of a thumb',
  'What AI made is declared, and its tools allow commercial use',
  'Description, seven keywords and three categories are in',
  'The price is between $2.99 and $9.99, or there is a reason',
  'Every page was seen in the preview',
]

export const checklist: Section = {
  id: 'checklist',
  title: 'Checklist',
  Body: () => (
    <>
      <ul className="plain guide-checklist">
        {STEPS.map((step) => (
          <li key={step}>
            <Icon name="check" className="mt-0.5 size-5 text-good-text" />
            {step}
          </li>
        ))}
      </ul>
      <p>
        All true? Press the button. And if the book began with a prompt of ours, show its first page in a{' '}
        <Link to="/challenges">text challenge</Link>.
      </p>
      <p className="guide-note">
        Figures are for ebooks in the US shop. Amazon changes its rules from time to time; KDP’s own{' '}
        <Outside to="https://kdp.amazon.com/en_US/help">help pages</Outside> have the last word. The dojo has
        no part in KDP and earns nothing by this guide.
      </p>
    </>
  ),
}
