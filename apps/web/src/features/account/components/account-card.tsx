import { useEffect, useRef, type ReactNode } from 'react'

type Props = {
  icon?: ReactNode
  title: string
  text?: ReactNode
  /** Moves the focus to the title, so that a card that replaces another one is read out. */
  announce?: boolean
  children?: ReactNode
}

/** A centred card of 448 px for pages without a session. */
export function AccountCard({ icon, title, text, announce = false, children }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (announce) heading.current?.focus()
  }, [announce])
  return (
    <section className="mx-auto w-full max-w-112 rounded-xl border border-line bg-panel p-8 shadow-lift max-sm:p-5">
      {icon !== undefined && (
        <span
          aria-hidden
          className="mb-5 inline-flex size-13 items-center justify-center rounded-full bg-soft-primary text-on-soft-primary [&_svg]:size-6"
        >
          {icon}
        </span>
      )}
      <h1 ref={heading} tabIndex={announce ? -1 : undefined} className="text-title font-semibold focus:outline-none">
        {title}
      </h1>
      {text !== undefined && <p className="mt-1 text-ink-muted">{text}</p>}
      <div className="mt-5">{children}</div>
    </section>
  )
}
