import type { SolicitudMain } from '@foja/contracts/solicitudes'
import { useEffect, useLayoutEffect, useState } from 'react'
import { useClientState } from '../../lib/session/client-state.tsx'

/**
 * The groups of the shared client state. A loaded page of the list replaces them; until the state contains the loaded
 * page, that page is returned, so that the screen never shows groups of an earlier list.
 */
export function useSharedGroups(loaded: readonly SolicitudMain[] | undefined): readonly SolicitudMain[] | undefined {
  const { solicitudes, loadSolicitudes } = useClientState()
  const [stored, setStored] = useState<readonly SolicitudMain[]>()
  useLayoutEffect(() => {
    if (loaded === undefined) return
    loadSolicitudes(loaded)
    setStored(loaded)
  }, [loaded, loadSolicitudes])
  return stored === loaded && loaded !== undefined ? solicitudes : loaded
}

/**
 * The page of the shared client state. It follows the address; another page that is set in the state is written to the
 * address by `onPage`.
 */
export function useSharedPage(address: number, onPage: (page: number) => void): number {
  const { page, setPage } = useClientState()
  const [stored, setStored] = useState<number>()
  const current = stored === address
  useLayoutEffect(() => {
    setPage(address)
    setStored(address)
  }, [address, setPage])
  useEffect(() => {
    if (current && page !== address) onPage(page)
  }, [current, page, address, onPage])
  return current ? page : address
}
