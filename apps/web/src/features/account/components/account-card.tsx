import { useEffect, useRef, type ReactNode } from 'react'

type Props = {
  icon?: ReactNode
  title: string
  text?: ReactNode
  /** It took the place of something else: the focus goes to its title, so that it is read out. */
  announce?: boolean
  children?: ReactNode
}

/** One card of 448 in the middle: what a page of somebody without a session says and asks. */
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
