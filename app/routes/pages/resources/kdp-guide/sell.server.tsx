import type { Section } from '../../article/writing.server.ts'
import { RoyaltyPlot } from './royalty-plot.server.tsx'
import { RoyaltyTable } from './royalty-table.server.tsx'

export const metadata: Section = {
  id: 'metadata',
  title: 'Write the Details',
  Body: () => (
    <>
      <p>Metadata is how readers find a book that they do not know exists.</p>
      <ul>
        <li>
          <strong>Title and subtitle</strong>, exactly as on the cover. In nonfiction, the subtitle says what
          the reader will be able to do.
        </li>
        <li>
          <strong>Description</strong>, up to 4,000 characters. The first two lines are all that shows before
          “Read more”: put the hook there, not the history of how you came to write.
        </li>
        <li>
          <strong>Seven keywords.</strong> Think in phrases that a reader would type, such as “cozy mystery
          small town bakery”. Words that are already in your title are wasted here.
        </li>
        <li>
          <strong>Three categories.</strong> Pick the narrowest that are true. A big fish in a small pond gets
          seen.
        </li>
        <li>
          <strong>Series.</strong> If more books will follow, say so with the first one.
        </li>
      </ul>
    </>
  ),
}

export const price: Section = {
  id: 'price',
  title: 'Set the Price',
  Body: () => (
    <>
      <p>
        Ebooks earn one of two shares. You get a <strong>70% royalty for prices from $2.99 to $9.99</strong>,
        less a small fee for delivery: 15 cents per megabyte in the United States. Below and above that you
        get 35%, without the fee.
      </p>
      <RoyaltyPlot />
      <RoyaltyTable />
      <p>
        So nothing between $10 and about $20 earns more than $9.99 does. First novels often go for $2.99 to
        $4.99, nonfiction that solves a problem for more. A heavy file eats its own royalty, so shrink images
        before you upload. Files of 3 MB and more cannot be sold for $0.99.
      </p>
      <h3>KDP Select</h3>
      <p>
        If you enroll in KDP Select, your ebook is part of Kindle Unlimited, you are paid per page read, and
        you may run free days and countdown deals. In return the ebook may be sold nowhere else for 90 days at
        a time, not even on your own site. New authors often gain by it; those with readers elsewhere often
        lose. In Brazil, India, Japan and Mexico 70% is paid to Select books only.
      </p>
    </>
  ),
}
