import { Icon, type IconName } from '#app/ui/icon.tsx'
import { SegmentGroup, SegmentItem } from '#app/ui/lists/segmented.tsx'
import type { Theme } from '#platform/http/choice-cookies.ts'
import { showTheme, ThemeForm } from './theme-switch.tsx'

const CHOICES: readonly { theme: Theme; label: string; icon: IconName }[] = [
  { theme: 'light', label: 'Light', icon: 'sun' },
  { theme: 'dark', label: 'Dark', icon: 'moon' },
  { theme: 'system', label: 'System', icon: 'system' },
]

export function ThemeChoice({ theme }: { theme: Theme }) {
  return (
    <ThemeForm className="max-w-full min-w-0">
      <SegmentGroup as="fieldset">
        <legend className="sr-only">Theme</legend>
        {CHOICES.map((choice) => (
          <SegmentItem
            as="button"
            key={choice.theme}
            type="submit"
            name="theme"
            value={choice.theme}
            aria-pressed={choice.theme === theme}
            onClick={() => showTheme(choice.theme)}
          >
            <Icon name={choice.icon} className="size-4" />
            {choice.label}
          </SegmentItem>
        ))}
      </SegmentGroup>
    </ThemeForm>
  )
}
