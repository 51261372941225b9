import { ButtonLink } from '#app/ui/button.tsx'
import { Icon } from '#app/ui/icon.tsx'

interface Props {
  path: string
  variant?: 'primary' | 'secondary' | 'overlay'
  size?: 'normal' | 'large'
  className?: string
  children?: React.ReactNode
}

/** Shares the picture in the format of stories, where the device can; elsewhere it is downloaded. */
export function SharePicture({ path, children = 'Share picture', ...appearance }: Props) {
  const address = `${path}/share-story.png`
  return (
    <ButtonLink
      {...appearance}
      to={address}
      reloadDocument
      download={FILE_NAME}
      onClick={(event) => {
        if (!canShareFiles()) return
        event.preventDefault()
        void share(address)
      }}
    >
      <Icon name="upload" className="size-5 flex-none" />
      {children}
    </ButtonLink>
  )
}

const FILE_NAME = 'picture.png'

function canShareFiles(): boolean {
  const file = new File([], FILE_NAME, { type: 'image/png' })
  return typeof navigator.canShare === 'function' && navigator.canShare({ files: [file] })
}

async function share(address: string): Promise<void> {
  try {
    const response = await fetch(address)
    if (!response.ok) throw new Error(`status ${response.status}`)
    const file = new File([await response.blob()], FILE_NAME, { type: 'image/png' })
    await navigator.share({ files: [file] })
  } catch (error) {
    // The member closed the dialog.
    if (error instanceof DOMException && error.name === 'AbortError') return
    location.assign(address)
  }
}
