import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useConnection } from '../../lib/api/connection.ts'
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
