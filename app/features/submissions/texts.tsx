import { ChipLink } from '#app/ui/badge.tsx'
import { CopyBlock } from '#app/ui/text/copy.tsx'
import { Paragraphs } from '#app/ui/text/paragraphs.tsx'
import type { Content } from '#domain/media/embeds.ts'
import type { SubmissionDetail } from '#domain/submissions/queries.server.ts'
import { OpenWork } from './written-work.tsx'

interface Props {
  submission: Omit<SubmissionDetail, 'isFrozen'>
  content: Content | null
}

/** Below the work: its author's words, and how it was made. */
export function AboutWork({ submission, content }: Props) {
  return (
    <>
      <SubmissionText submission={submission} content={content} />
      <CreationDetails submission={submission} />
    </>
  )
}

/** In the author's words; of code, what stands between lines of three backticks is a block to copy. */
export function SubmissionText({ submission, content }: Props) {
  const { kind, description } = submission
  if (kind === 'text') return null
  return (
    <div className="grid gap-4">
      {textParts(description, kind).map(({ place, text, isCode }) =>
        isCode ? (
          <CopyBlock key={place} text={text} label="Copy code" />
        ) : (
          <Paragraphs key={place} text={text} className="text-lead" />
        ),
      )}
      {content && kind !== 'audio' && kind !== 'video' && (
        <OpenWork link={content.link} label={kind === 'code' ? 'Open the page' : 'Open the work'} />
      )}
    </div>
  )
}

function textParts(text: string, kind: SubmissionDetail['kind']) {
  const parts = kind === 'code' ? text.split(/^```[^`\n]*$/m) : [text]
  return parts.map((part, place) => ({
    place,
    text: part.replace(/^\s*\n/, '').trimEnd(),
    isCode: place % 2 === 1,
  }))
}

export function CreationDetails({ submission }: Pick<Props, 'submission'>) {
  const { creationProcess, prompt, tools } = submission
  return (
    <div className="grid gap-8">
      {creationProcess && (
        <section>
          <h2 className="text-card">Creation process</h2>
          <Paragraphs text={creationProcess} className="mt-3" />
        </section>
      )}
      {prompt && (
        <section>
          <h2 className="mb-3 text-card">Prompt</h2>
          <CopyBlock text={prompt} label="Copy prompt" />
        </section>
      )}
      <section>
        <h2 className="text-card">AI tools used</h2>
        <p className="mt-3 flex flex-wrap gap-2">
          {tools.map((tool) => (
            <ChipLink
              key={tool}
              to={`/challenges/submissions?${new URLSearchParams({ tool: tool.toLowerCase() })}`}
            >
              {tool}
            </ChipLink>
          ))}
        </p>
      </section>
    </div>
  )
}
