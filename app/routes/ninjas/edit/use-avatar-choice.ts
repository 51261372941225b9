import { useEffect, useState } from 'react'
import type { AvatarChoice } from './profile-values.ts'

/** A new file or one of the avatars: choosing one clears the other, taking the file back returns to `stored` (PROF-20). */
export function useAvatarChoice(initial: AvatarChoice | '', stored: AvatarChoice | '') {
  const [chosen, setChosen] = useState(initial || stored)
  const [file, setFile] = useState<File | null>(null)
  const [cleared, setCleared] = useState(0)
  const [fileUrl, setFileUrl] = useState<string | null>(null)
  useEffect(() => {
    if (!file) return setFileUrl(null)
    const made = URL.createObjectURL(file)
    setFileUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [file])

  return {
    chosen,
    file,
    fileUrl,
    /** Grows when the file's field has to be emptied. */
    cleared,
    choose(avatar: AvatarChoice) {
      setChosen(avatar)
      if (!file) return
      setFile(null)
      setCleared((current) => current + 1)
    },
    chooseFile(next: File | null) {
      if (next) setChosen('')
      else if (file) setChosen(stored)
      setFile(next)
    },
  }
}
