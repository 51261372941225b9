interface Props {
  summary: React.ReactNode
  className?: string
  summaryClassName: string
  /** None where it only shows what is outside of it. */
  children?: React.ReactNode
}

export function Disclosure({ summary, className, summaryClassName, children }: Props) {
  return (
    <details className={`group/disclosure ${className ?? ''}`}>
      <summary className={`hover:text-go-text ${summaryClassName}`}>
        {summary}
        <span
          aria-hidden="true"
          className="ml-2.5 inline-block size-1.5 -translate-y-[0.15rem] rotate-45 border-current border-r-[1.5px] border-b-[1.5px] group-open/disclosure:translate-y-[0.05rem] group-open/disclosure:rotate-225"
        />
      </summary>
      {children}
    </details>
  )
}
