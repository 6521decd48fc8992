import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useConnection } from '../../lib/api/connection.ts'
import { pauseAfter } from '../../lib/api/live.ts'
import { useAppTexts } from '../../ui/texts/app.ts'
import { ConnectionBand } from './connection-band.tsx'

/** The band of pages with a session: what is shown may be old. Loads again afterwards. */
export function OfflineBand() {
  const app = useAppTexts()
  const queries = useQueryClient()
  const connection = useConnection()
  const lost = useRef(false)
  useEffect(() => {
    if (connection === 'fine' && lost.current) void queries.refetchQueries({ type: 'active' })
    lost.current = connection !== 'fine'
    if (connection !== 'unreachable') return undefined
    // Browsers report a network before it works, so the first calls on it may fail: asked again after growing pauses.
    let failures = 0
    let timer: ReturnType<typeof setTimeout>
    const ask = () => {
      failures += 1
      void queries.refetchQueries({ type: 'active' })
      timer = setTimeout(ask, pauseAfter(failures))
    }
    timer = setTimeout(ask, pauseAfter(failures))
    return () => clearTimeout(timer)
  }, [connection, queries])
  return (
    <ConnectionBand>
      <p>{app.connection.text}</p>
      <button
        type="button"
        className="touch-target shrink-0 font-semibold underline underline-offset-2"
        onClick={() => void queries.refetchQueries({ type: 'active' })}
      >
        {app.retry}
      </button>
    </ConnectionBand>
  )
}
