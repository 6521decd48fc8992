import { LayoutTemplate } from 'lucide-react'
import { useState } from 'react'

type Props = {
  /** A signed, short-lived URL. */
  src: string
  /** The URL may have expired: requests a new one. */
  onBroken?: () => void
}

/** The top of the first page. Decorative, because the template's name is beside it. */
export function TemplateThumb({ src, onBroken }: Props) {
  const [failed, setFailed] = useState('')
  return (
    <span
      aria-hidden
      // A fixed aspect ratio prevents layout shift.
      style={{ aspectRatio: '4 / 3' }}
      className="relative block overflow-hidden bg-white shadow-lift"
    >
      {failed === src ? (
        <span className="flex size-full items-center justify-center text-ink-muted">
          <LayoutTemplate />
        </span>
      ) : (
        <img
          src={src}
          alt=""
          loading="lazy"
          decoding="async"
          draggable={false}
          className="block w-full select-none"
          onError={() => {
            setFailed(src)
            // Once per URL: an image that always fails must not cause endless requests.
            onBroken?.()
          }}
        />
      )}
    </span>
  )
}
