import { useFetcher, useLocation } from 'react-router'
import { IconButton } from '#app/ui/button.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { setTheme, type Theme } from '#platform/http/choice-cookies.ts'

/** Switches to the other theme. CSS shows the button that applies. */
export function ThemeToggle({ className }: { className?: string }) {
  return (
    <ThemeForm className={className}>
      {TURNS.map(({ theme, icon, hidden }) => (
        <IconButton
          key={theme}
          type="submit"
          name="theme"
          value={theme}
          label={`Use the ${theme} theme`}
          className={hidden}
          onClick={turn}
        >
          <Icon name={icon} />
        </IconButton>
      ))}
    </ThemeForm>
  )
}

const TURNS = [
  { theme: 'light', icon: 'sun', hidden: 'day:hidden' },
  { theme: 'dark', icon: 'moon', hidden: 'night:hidden' },
] as const

/** The button that is hidden now hands its focus to the other. */
function turn({ currentTarget }: React.MouseEvent<HTMLButtonElement>) {
  const isFocused = document.activeElement === currentTarget
  showTheme(currentTarget.value as Theme)
  const other = currentTarget.nextElementSibling ?? currentTarget.previousElementSibling
  if (isFocused) (other as HTMLElement | null)?.focus()
}

export function ThemeForm({ className, children }: { className?: string; children: React.ReactNode }) {
  const { pathname, search } = useLocation()
  const { Form } = useFetcher()
  return (
    <Form method="post" action="/theme" preventScrollReset className={className}>
      <input type="hidden" name="returnTo" value={pathname + search} />
      {children}
    </Form>
  )
}

/** Sets the cookie before the request, so that an immediate reload keeps the theme. */
export function showTheme(theme: Theme) {
  const cookie = setTheme(theme)
  // The cookie store would write it later, after a reload may have begun.
  Reflect.set(document, 'cookie', location.protocol === 'https:' ? `__Host-${cookie}; Secure` : cookie)
  const page = document.documentElement
  // All at once: colours that fade each in their own time look like a fault.
  page.classList.add('theme-turning')
  if (theme === 'system') delete page.dataset.theme
  else page.dataset.theme = theme
  requestAnimationFrame(() => requestAnimationFrame(() => page.classList.remove('theme-turning')))
}
