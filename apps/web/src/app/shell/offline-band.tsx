import { useQueryClient } from '@tanstack/react-query'
import { CloudOff } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useConnection } from '../../lib/api/connection.ts'
import { useAppTexts } from '../../ui/texts/app.ts'

/** At the foot of the page while the server cannot be reached: what is shown may be old. Loads again afterwards. */
export function OfflineBand() {
  const app = useAppTexts()
  const queries = useQueryClient()
  const connection = useConnection()
  const lost = useRef(false)
  useEffect(() => {
    if (connection === 'fine' && lost.current) void queries.refetchQueries({ type: 'active' })
    lost.current = connection !== 'fine'
  }, [connection, queries])
  return (
    <div
      role="status"
      data-print="hide"
      className="pointer-events-none fixed inset-x-0 bottom-4 z-30 flex justify-center max-md:bottom-20"
    >
      {connection !== 'fine' && (
        <div
          data-floating
          className="pointer-events-auto flex min-h-9 max-w-[calc(100%-2rem)] items-center gap-x-3 rounded-full bg-soft-warning px-4 text-small text-on-soft-warning shadow-float"
        >
          <CloudOff aria-hidden className="size-4 shrink-0" />
          <p>
            <strong>{app.connection[connection]}</strong> {app.connection.text}
          </p>
          <button
            type="button"
            className="touch-target shrink-0 font-semibold underline underline-offset-2"
            onClick={() => void queries.refetchQueries({ type: 'active' })}
          >
            {app.retry}
          </button>
        </div>
      )}
    </div>
  )
}
