import type { refresh } from './texts/refresh.ts'

/** The name of the page at a path, e.g. "Nueva solicitud". */
export function describePlace(path: string, places: (typeof refresh)['places']): string {
  const { pathname } = new URL(path, window.location.origin)
  if (pathname === '/solicitudes') return places.solicitudes
  if (pathname === '/solicitudes/nueva') return places.newSolicitud
  if (pathname.startsWith('/solicitudes/')) return places.solicitud
  if (pathname.startsWith('/documentos/')) return places.document
  if (pathname === '/firma') return places.signer
  if (pathname === '/autoridades') return places.trustAnchors
  if (pathname === '/perfil') return places.profile
  return places.home
}
