import type { ReactNode } from 'react'
import { Avatar } from '../../../ui/avatar.tsx'

type Props = {
  company: string
  /** A data URL. */
  logo: string | null
  note: string
  /** Before the logo. */
  back?: ReactNode
  /** At the right: language and appearance. */
  tools: ReactNode
}

/** The bar with the office that asks. No menu and no sign-in: the recipient needs no account. */
export function OfficeBar({ company, logo, note, back, tools }: Props) {
  return (
    <header
      data-print="hide"
      className="flex h-14 shrink-0 items-center gap-3 border-b border-line bg-panel px-4 md:px-6"
    >
      {back}
      {logo === null ? (
        <Avatar name={company} size="lg" square silent className="size-8!" />
      ) : (
        <span className="flex h-8 max-w-24 min-w-8 shrink-0 items-center justify-center overflow-hidden rounded-md border border-line bg-white">
          <img src={logo} alt="" className="max-h-full max-w-full object-contain" />
        </span>
      )}
      <div className="min-w-0">
        <p className="truncate font-semibold">{company}</p>
        <p className="truncate text-meta text-ink-muted">{note}</p>
      </div>
      <div className="ml-auto flex shrink-0 items-center gap-1">{tools}</div>
    </header>
  )
}
