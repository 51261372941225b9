interface Props {
  time?: React.ReactNode
  note?: React.ReactNode
  label?: string
  className?: string
  children: React.ReactNode
}

/**
 * The time left and the one button of a page. On phones it stays at the bottom of the window, above the tab bar, and
 * the page keeps room for it. On wider screens it is a part of the page. No element around it may have a transform or
 * a filter, which would hold it in place of the window.
 */
export function ActionBar({ time, note, label = 'Take part', className = '', children }: Props) {
  return (
    <section
      data-action-bar=""
      aria-label={label}
      className={`grid gap-4 phone:fixed phone:inset-x-0 phone:bottom-(--tab-bar) phone:z-30 phone:flex phone:h-(--action-bar) phone:items-center phone:border-t phone:border-line phone:bg-ground-2 phone:px-4 phone:pb-(--action-bar-inset) ${className}`}
    >
      {time && (
        <div className="min-w-0 text-balance phone:flex-1 phone:text-[length:min(1rem,4.2vw)] phone:leading-tight">
          <div className={`font-semibold ${note ? 'phone:line-clamp-2' : 'phone:line-clamp-3'}`}>{time}</div>
          {note && (
            <div className="mt-0.5 text-small text-muted phone:line-clamp-1 phone:text-[length:min(0.8125rem,3.6vw)]">
              {note}
            </div>
          )}
        </div>
      )}
      <div
        className={`grid phone:text-[length:min(1rem,4.2vw)] phone:[&_:is(a,button)]:px-3.5 ${time ? 'phone:max-w-[66%] phone:min-w-[48%]' : 'grid-flow-col gap-3 phone:flex-1'}`}
      >
        {children}
      </div>
    </section>
  )
}
