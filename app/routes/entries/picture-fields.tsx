import { useState } from 'react'
import { Checkbox } from '#app/ui/controls/checkbox.tsx'
import { FileField } from '#app/ui/controls/file-field.tsx'
import { type Picture, pictureUrl } from '#domain/media/rules.ts'

interface Props {
  /** The picture that the form has: of the entry, or stored by an earlier try. */
  picture: Pick<Picture, 'id'> | null
  error?: string
  onChoose: () => void
}

/**
 * The picture of an entry: chosen anew, kept from before, or taken away. Its key is the picture's id, so that a file
 * that was just stored leaves the input and is not sent twice.
 */
export function PictureFields({ picture, error, onChoose }: Props) {
  const [chosen, setChosen] = useState(false)
  return (
    <div>
      <FileField
        name="image"
        label="Image"
        purpose="submission"
        error={error}
        currentUrl={picture && pictureUrl(picture.id, 960)}
        onChoose={(file) => {
          setChosen(file !== null)
          onChoose()
        }}
      />
      {picture && <input type="hidden" name="imageId" value={picture.id} />}
      {picture && !chosen && <Checkbox className="mt-2" name="removeImage" label="Remove this image" />}
    </div>
  )
}
