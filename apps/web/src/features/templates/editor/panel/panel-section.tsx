import type { ReactNode } from 'react'

type Props = { title?: string; note?: string; children: ReactNode }

export function PanelSection({ title, note, children }: Props) {
  return (
    <section className="flex flex-col gap-4 border-b border-line p-4">
      {title !== undefined && (
        <div className="flex items-baseline justify-between gap-3">
          <h3 className="font-semibold">{title}</h3>
          {note !== undefined && <span className="text-small text-ink-muted">{note}</span>}
        </div>
      )}
      {children}
    </section>
  )
}
