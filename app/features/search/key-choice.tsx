import { useEffect, useState } from 'react'
import { chooseSearchKey, hasSearchKey } from '#app/frame/navigation/search-link.tsx'
import { Checkbox } from '#app/ui/fields/field.tsx'

/** Whether the key '/' opens the search: people who speak to their computer may have to turn it off (WCAG 2.1.4). */
export function KeyChoice() {
  const [isOn, setOn] = useState(true)
  useEffect(() => setOn(hasSearchKey()), [])
  return (
    <Checkbox
      className="mt-12 text-small text-muted pointer-coarse:hidden"
      label="The key / opens this search"
      checked={isOn}
      onChange={({ target }) => {
        setOn(target.checked)
        chooseSearchKey(target.checked)
      }}
    />
  )
}
