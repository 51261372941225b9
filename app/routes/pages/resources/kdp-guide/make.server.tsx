import type { Section } from '../../article/writing.server.ts'
import { CoverFigure } from './cover-figure.server.tsx'

export const manuscript: Section = {
  id: 'manuscript',
  title: 'Prepare the Manuscript',
  Body: () => (
    <>
      <p>
        An ebook is not a picture of pages. Readers choose the type and its size, so the text has to flow.
        Word files (DOCX), EPUB, and KPF files from Amazon’s free program Kindle Create all work well.
      </p>
      <ul>
        <li>Give each chapter title the style “Heading 1”. The table of contents is built from these.</li>
        <li>Set indents and spacing by styles, never by tabs or rows of empty lines.</li>
        <li>Begin chapters with a page break. Leave out page numbers, headers and footers.</li>
        <li>
          Place images in line with the text, as JPEG, at 300 pixels per inch for the size they should have.
        </li>
        <li>
          In front: title page, copyright, dedication. At the back: a thank-you, your other books, and where
          to find you. The last page is where readers decide about the next book.
        </li>
      </ul>
      <p>
        Then open the file in Kindle Previewer and page through all of it, on the phone view as well. What
        looks wrong there looks wrong in the shop.
      </p>
    </>
  ),
}

export const cover: Section = {
  id: 'cover',
  title: 'Design the Cover',
  Body: () => (
    <>
      <p>
        The ideal ebook cover measures <strong>2560 x 1600 pixels</strong>: 2,560 high and 1,600 wide, which
        is 1.6 to 1. Save it as JPEG or TIFF in RGB, below 50 MB. The smallest that KDP accepts is 1,000 x
        625.
      </p>
      <CoverFigure />
      <ul>
        <li>
          <strong>Design it small.</strong> Most people meet your cover at the height of a thumb. If the title
          cannot be read there, make it larger and everything else fewer.
        </li>
        <li>
          <strong>Belong to a shelf.</strong> Look at the twenty best-selling covers of your category. Yours
          should be known at a glance as one of them, and be told apart from them at the second.
        </li>
        <li>
          <strong>Set the type yourself.</strong> Image models paint letters; a layout program sets them.
          Generate the picture with room at the top, and put title and name on it by hand.
        </li>
        <li>
          <strong>Mind the edge.</strong> A white cover needs a thin gray border, or it dissolves into the
          shop’s page.
        </li>
      </ul>
      <p>
        A paperback needs a cover of its own, as one PDF with back, spine and front. Its spine grows with the
        page count, so finish the inside first and then use KDP’s cover calculator.
      </p>
    </>
  ),
}
