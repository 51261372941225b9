import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useObjectUrl } from '#app/ui/browser/object-url.ts'
import { animationBytes, fileKind, isAnimation } from '#domain/media/file-kind.ts'
import { fileRefusal, imageRules, type Purpose, typeRefusal } from '#domain/media/rules.ts'

/** The file of a field: chosen, dropped on it or pasted on the page, and accepted by its first bytes. */
export function useChosenFile(
  input: React.RefObject<HTMLInputElement | null>,
  purpose: Purpose,
  onChoose?: (file: File | null) => void,
) {
  const [file, setFile] = useState<File | null>(null)
  const [isAnimated, setAnimated] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const [continues, setContinues] = useState(false)
  const [over, setOver] = useState(false)
  const [isReading, setReading] = useState(false)
  const latest = useRef<File | null>(null)
  useHeldSending(input, isReading, refusal !== null)
  const previewUrl = useObjectUrl(file)

  async function choose(next: File | null) {
    latest.current = next
    setReading(true)
    setContinues(false)
    const start = next && (await firstBytes(next))
    const fitting = next && start && purpose === 'avatar' ? await smallerIfTooLarge(next, start) : next
    const problem = fitting && start && fileRefusal(purpose, fitting.size, start)
    // Another file may have been chosen while this one was read.
    if (latest.current !== next) return
    setReading(false)
    if (fitting && fitting !== next) put(fitting)
    take(problem ? null : fitting, problem)
    setAnimated(!problem && start !== null && isAnimation(start))
  }

  function take(accepted: File | null, problem: string | null) {
    if (!accepted && input.current) input.current.value = ''
    setRefusal(problem)
    setFile(accepted)
    onChoose?.(accepted)
  }

  function put(next: File) {
    if (!input.current) return
    const one = new DataTransfer()
    one.items.add(next)
    input.current.files = one.files
  }

  function receive(next: File | undefined) {
    if (!next) return
    put(next)
    void choose(next)
  }

  usePastedFile(receive)
  const takeEarly = useEffectEvent(() => {
    const early = input.current?.files?.[0]
    if (early) void choose(early)
  })
  // Chosen before the page was hydrated.
  useEffect(() => takeEarly(), [])

  return {
    previewUrl,
    refusal,
    isAnimation: isAnimated,
    over,
    fileName: file?.name ?? null,
    continues,
    continueWithout(yes: boolean, problem: string) {
      // Another file may still be read.
      latest.current = null
      setReading(false)
      take(null, problem)
      setContinues(yes)
    },
    clear() {
      void choose(null)
      input.current?.focus()
    },
    onChange: (event: React.ChangeEvent<HTMLInputElement>) => void choose(event.target.files?.[0] ?? null),
    dropHandlers: {
      onDragOver: (event: React.DragEvent) => {
        event.preventDefault()
        setOver(true)
      },
      onDragLeave: () => setOver(false),
      onDrop: (event: React.DragEvent) => {
        event.preventDefault()
        setOver(false)
        receive(event.dataTransfer.files[0])
      },
    },
  }
}

/** Sends the form, if asked to meanwhile, once the chosen file is read and fits; not after a refusal. */
function useHeldSending(
  input: React.RefObject<HTMLInputElement | null>,
  isReading: boolean,
  isRefused: boolean,
) {
  const send = useRef<(() => void) | null>(null)
  useEffect(() => {
    const form = input.current?.form
    if (!isReading) {
      if (!isRefused) send.current?.()
      send.current = null
      return
    }
    function hold(event: SubmitEvent) {
      event.preventDefault()
      // React listens further out.
      event.stopPropagation()
      send.current = () => form?.requestSubmit(event.submitter)
    }
    form?.addEventListener('submit', hold)
    return () => form?.removeEventListener('submit', hold)
  }, [input, isReading, isRefused])
}

async function firstBytes(file: File): Promise<Uint8Array> {
  const bytes = await file
    .slice(0, animationBytes)
    .arrayBuffer()
    .catch(() => new ArrayBuffer())
  return new Uint8Array(bytes)
}

/** A file in the clipboard. Text that comes with a picture of itself stays text in a text field. */
function usePastedFile(receive: (file: File | undefined) => void) {
  const latest = useRef(receive)
  latest.current = receive
  useEffect(() => {
    function onPaste({ target, clipboardData }: ClipboardEvent) {
      const isTyping = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement
      if (!(isTyping && clipboardData?.types.includes('text/plain'))) latest.current(clipboardData?.files[0])
    }
    document.addEventListener('paste', onPaste)
    return () => document.removeEventListener('paste', onPaste)
  }, [])
}

/** A photo that is too large, in fewer pixels; the same file where that cannot be done. */
async function smallerIfTooLarge(file: File, start: Uint8Array): Promise<File> {
  if (file.size < imageRules.avatar.limit || typeRefusal(start)) return file
  return import('./smaller-photo.ts')
    .then(({ smallerPhoto }) => smallerPhoto(file, fileKind(start) === 'jpeg'))
    .catch(() => file)
}
