import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { problemOf, wordsOf } from '../../../lib/api/call.ts'
import { deliver, recipientQuery } from '../api/recipient.ts'
import { tellHost } from '../tell-host.ts'
import { useDeliveryTexts } from '../texts/delivery.ts'
import { isClosed } from '../use-act.ts'

/** An upload for one requirement. `failure`: in words; `broken`: the connection was lost, and the same files can go on. */
export type Sending = {
  files: readonly File[]
  loaded: number
  total: number
  failure: string | null
  broken: boolean
}

/**
 * Uploads of a recipient, one for each requirement at a time. What has arrived stays there; after a lost connection the
 * same files are sent again, by the browser's `online` event or by the user, and the server keeps each once.
 */
export function useDeliver(token: string) {
  const texts = useDeliveryTexts()
  const queries = useQueryClient()
  const [sendings, setSendings] = useState<Readonly<Record<string, Sending>>>({})
  const stops = useRef(new Map<string, AbortController>())
  const change = (id: string, next: Partial<Sending> | null) =>
    setSendings(({ [id]: before, ...rest }) => {
      if (next === null) return rest
      const start = { files: [], loaded: 0, total: 0, failure: null, broken: false }
      return { ...rest, [id]: { ...start, ...before, ...next } }
    })
  const send = async (id: string, files: readonly File[]) => {
    const stop = new AbortController()
    stops.current.set(id, stop)
    const total = files.reduce((sum, { size }) => sum + size, 0)
    change(id, { files, loaded: 0, total, failure: null, broken: false })
    try {
      const view = await deliver(token, id, files, {
        signal: stop.signal,
        onProgress: ({ loaded, total: all }) => change(id, { loaded, total: all }),
      })
      tellHost('delivered', view.id)
      queries.setQueryData(recipientQuery(token).queryKey, view)
      change(id, null)
    } catch (error) {
      if (stop.signal.aborted) return
      if (isClosed(error)) void queries.invalidateQueries(recipientQuery(token))
      const broken = problemOf(error) === null
      change(id, { broken, failure: wordsOf(error, texts.broken) })
    }
  }
  const again = useRef(() => {})
  useEffect(() => {
    again.current = () => {
      for (const [id, { broken, files }] of Object.entries(sendings)) if (broken) void send(id, files)
    }
  })
  useEffect(() => {
    const resume = () => again.current()
    window.addEventListener('online', resume)
    return () => window.removeEventListener('online', resume)
  }, [])
  return {
    sendings,
    send: (id: string, files: readonly File[]) => void send(id, files),
    stop: (id: string) => {
      stops.current.get(id)?.abort()
      change(id, null)
    },
    forget: (id: string) => change(id, null),
  }
}
