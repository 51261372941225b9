import { CreationDetails, SubmissionText } from '../texts.tsx'

type Props = React.ComponentProps<typeof SubmissionText>

/** Below the work: its author's words, and how it was made. */
export function AboutWork({ submission, content }: Props) {
  return (
    <>
      <SubmissionText submission={submission} content={content} />
      <CreationDetails submission={submission} />
    </>
  )
}
