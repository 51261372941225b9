import { useEffect, useState } from 'react'
import { useUploadForm } from '#app/forms/upload/use-upload-form.ts'
import { useObjectUrl } from '#app/ui/browser/object-url.ts'
import { generatedDisplayName, PROFILE_MESSAGES } from '#domain/members/rules.ts'
import { type AvatarChoice, editPath, type ProfileRefusal, type ProfileValues } from './profile-values.ts'

/** Client state of the profile form, with the texts and the avatar that its preview shows (PROF-25). */
export function useProfileForm(
  start: ProfileValues,
  { welcome, refused }: { welcome: string | null; refused?: ProfileRefusal },
) {
  const initial = refused?.values ?? start
  const avatar = useAvatarChoice(initial.avatar, start.avatar)
  const [texts, setTexts] = useState({ displayName: initial.displayName, bio: initial.bio })
  const upload = useUploadForm({
    action: editPath({ welcome }),
    start,
    refused,
    keepsText: true,
    failedMessage: PROFILE_MESSAGES.failed,
    leaveAfterMs: welcome === null ? 2_000 : 0,
    onRefused({ values }) {
      if (values.avatar) avatar.choose(values.avatar)
    },
  })
  const { form } = upload

  // The fields may hold input from before hydration.
  useEffect(() => {
    if (form.current) setTexts(textsIn(form.current))
  }, [form])

  function onInput(event?: React.FormEvent<HTMLFormElement>) {
    upload.onInput(event)
    if (form.current) setTexts(textsIn(form.current))
  }

  return {
    ...upload,
    texts,
    avatar,
    onInput,
    chooseFile(file: File | null) {
      upload.onImageChoice()
      avatar.chooseFile(file)
    },
    chooseAvatar(choice: AvatarChoice) {
      upload.onImageChoice()
      avatar.choose(choice)
    },
    generateName() {
      const field = form.current?.elements.namedItem('displayName')
      if (!(field instanceof HTMLInputElement)) return
      field.value = generatedDisplayName()
      field.dispatchEvent(new Event('input', { bubbles: true }))
    },
  }
}

function textsIn(form: HTMLFormElement): Pick<ProfileValues, 'displayName' | 'bio'> {
  const fields = new FormData(form)
  return { displayName: String(fields.get('displayName') ?? ''), bio: String(fields.get('bio') ?? '') }
}

/** A new file or one of the avatars: choosing one clears the other, removing the file returns to `stored` (PROF-20). */
function useAvatarChoice(initial: AvatarChoice | '', stored: AvatarChoice | '') {
  const [chosen, setChosen] = useState(initial || stored)
  const [file, setFile] = useState<File | null>(null)
  const [cleared, setCleared] = useState(0)
  const fileUrl = useObjectUrl(file)

  return {
    chosen,
    file,
    fileUrl,
    cleared,
    choose(avatar: AvatarChoice) {
      setChosen(avatar)
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
