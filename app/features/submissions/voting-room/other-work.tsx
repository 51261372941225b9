import { useFallback } from '#app/parts/image.tsx'
import { Paragraphs } from '#app/ui/text/paragraphs.tsx'
import { imageSources, type StoredImage } from '#domain/media/sources.ts'
import { Player } from '../player.tsx'
import { SubmissionText } from '../texts.tsx'
import { isVerse, SHADE, Shade } from '../written-work.tsx'
import type { Shown } from './work.tsx'

/** A submission that is no picture: its text, its code, or its player. */
export function OtherWork({ submission, content }: Shown) {
  const { kind, title, image } = submission
  if (kind === 'text') return <TextWork submission={submission} />
  if ((kind !== 'audio' && kind !== 'video') || !content) return <CodeWork submission={submission} />
  return (
    <div className={`size-full ${SHADE}`}>
      <Shade image={image} />
      <div className="relative flex size-full overflow-y-auto px-4 py-18 sm:px-20">
        <div className="m-auto flex w-full max-w-200 flex-col gap-5 lg:flex-row lg:items-center lg:gap-8">
          {kind === 'audio' && image && (
            <Cover
              image={image}
              className="h-auto max-h-[38svh] w-auto max-w-full self-center rounded-control lg:max-h-[60svh] lg:max-w-[45%]"
            />
          )}
          <Player kind={kind} title={title} {...content} cover={image} />
        </div>
      </div>
    </div>
  )
}

function CodeWork({ submission }: Pick<Shown, 'submission'>) {
  return (
    <section
      aria-label={`Code: ${submission.title}`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: Keys scroll a long text.
      tabIndex={0}
      className="flex size-full overflow-y-auto px-6 pt-20 pb-24 outline-offset-[-4px]"
    >
      <div className="m-auto w-full max-w-[80ch]">
        <SubmissionText submission={submission} content={null} />
      </div>
    </section>
  )
}

function TextWork({ submission: { title, description, image } }: Pick<Shown, 'submission'>) {
  return (
    <section
      aria-label={`Text: ${title}`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: Keys scroll a long text.
      tabIndex={0}
      className="flex size-full flex-col overflow-y-auto px-6 pt-20 pb-24 outline-offset-[-4px]"
    >
      <div className="m-auto w-full max-w-[65ch]">
        <Paragraphs
          text={description}
          className={`gap-6! leading-[1.8]! ${isVerse(description) ? 'font-display text-lead sm:text-card' : 'text-lead sm:text-[1.25rem]'}`}
        />
        {image && <Cover image={image} className="mt-8 h-auto w-33 rounded-control" />}
      </div>
    </section>
  )
}

function Cover({ image, className }: { image: StoredImage; className: string }) {
  const { failed, watch, onError } = useFallback(image.id)
  if (failed) return null
  return (
    <img {...imageSources(image)} sizes="26rem" ref={watch} onError={onError} alt="" className={className} />
  )
}
