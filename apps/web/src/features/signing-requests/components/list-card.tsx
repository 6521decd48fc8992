import type { ReactNode } from 'react'
import { Count } from '../../../ui/badge.tsx'
import { Card, CardBody, CardHeader } from '../../../ui/card.tsx'

type Props = {
  title: string
  titleId: string
  count: string
  action?: ReactNode
  /** A part of a column that is a surface itself. */
  flat: boolean
  /** Below the content; in a column it stays in sight. */
  foot?: ReactNode
  children: ReactNode
}

/** A list of the page that asks for signatures: a card, or a part of its column. */
export function ListCard({ title, titleId, count, action, flat, foot, children }: Props) {
  if (!flat) {
    return (
      <Card aria-labelledby={titleId}>
        <CardHeader title={title} titleId={titleId} count={count} action={action} />
        <CardBody className="flex flex-col gap-3">
          {children}
          {foot}
        </CardBody>
      </Card>
    )
  }
  return (
    <section aria-labelledby={titleId} className={foot === undefined ? 'border-b border-line' : 'flex flex-1 flex-col'}>
      <header className="flex min-h-13 items-center gap-3 px-4">
        <h2 id={titleId} className="text-section font-semibold">
          {title}
        </h2>
        <Count>{count}</Count>
        <span className="ml-auto">{action}</span>
      </header>
      <div className="flex flex-1 flex-col gap-3 px-4 pb-4">{children}</div>
      {foot !== undefined && (
        <footer className="sticky bottom-0 z-1 border-t border-line bg-panel px-4 py-3">{foot}</footer>
      )}
    </section>
  )
}
