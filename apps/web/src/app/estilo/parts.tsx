import type { CSSProperties, ReactNode } from 'react'

const row: CSSProperties = { display: 'flex', flexWrap: 'wrap', gap: 8, alignItems: 'center' }

/** A titled group of samples. */
export function Group({ title, children, wide }: { title: string; children: ReactNode; wide?: boolean }) {
  return (
    <section style={{ gridColumn: wide === true ? '1 / -1' : undefined, minWidth: 0 }}>
      <h2 style={{ fontSize: 13, color: 'var(--ink-muted)', marginBottom: 8 }}>{title}</h2>
      <div style={{ display: 'flex', flexDirection: 'column', gap: 12 }}>{children}</div>
    </section>
  )
}

export function Row({ children }: { children: ReactNode }) {
  return <div style={row}>{children}</div>
}

export const sampleGrid: CSSProperties = {
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 420px), 1fr))',
  gap: 24,
}
