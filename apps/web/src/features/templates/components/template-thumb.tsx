import { LayoutTemplate } from 'lucide-react'
import { useState } from 'react'
import { apiAddress } from '../../../lib/api/runtime-config.ts'

type Props = {
  /** Signed and short-lived. */
  src: string
  /** The address may have ended: asks for a new one. */
  onBroken?: () => void
}

/** The head of the first page on its sheet of paper. It only decorates: the name of the template stands beside it. */
export function TemplateThumb({ src, onBroken }: Props) {
  const [failed, setFailed] = useState('')
  return (
    <span
      aria-hidden
      // Its size from the start, so that nothing moves when the picture comes.
      style={{ aspectRatio: '4 / 3' }}
      className="relative block overflow-hidden bg-white shadow-lift"
    >
      {failed === src ? (
        <span className="flex size-full items-center justify-center text-ink-muted">
          <LayoutTemplate />
        </span>
      ) : (
        <img
          src={apiAddress(src)}
          alt=""
          loading="lazy"
          decoding="async"
          draggable={false}
          className="block w-full select-none"
          onError={() => {
            setFailed(src)
            // Once an address: one that cannot be drawn must not be asked for without end.
            onBroken?.()
          }}
        />
      )}
    </span>
  )
}
