import type { Role } from '@foja/contracts/roles'
import type { Solicitud, SolicitudMain } from '@foja/contracts/solicitudes'
import {
  createContext,
  use,
  useEffect,
  useMemo,
  useState,
  type Dispatch,
  type ReactNode,
  type SetStateAction,
} from 'react'
import { getTurn, onNewOwner } from './owner.ts'
import { request } from '../api/request.ts'
import { useSession } from './session.tsx'

/** A new group: its id and its requests; the server adds the rest. */
type Group = { id_solicitud_main: string; solicitudes: readonly unknown[] }

type GroupReply = { status: number; data: unknown }

/** The target of a new group: an address, which receives JSON by POST, or a function. */
type GroupTarget<G extends Group> = string | ((group: G) => Promise<GroupReply | undefined>)

/** State shared by all pages (specification, section 3). */
export type ClientState = {
  email: string
  /** Empty without a session. */
  role: Role | ''
  solicitudes: readonly SolicitudMain[]
  page: number
}

export type ClientActions = {
  /**
   * Sends the group to `target`; it is added to the list only after 200 or 201. Returns status and data of the
   * response.
   */
  addGroup: <G extends Group>(group: G, target: GroupTarget<G>) => Promise<GroupReply | undefined>
  /** Replaces the whole list, e.g. after loading a page of it. */
  loadSolicitudes: (list: readonly SolicitudMain[]) => void
  /** Replaces the request with that id_solicitud in its group. */
  updateSolicitud: (solicitud: Solicitud) => void
  setPage: (page: number) => void
}

const initialClientState: ClientState = { email: '', role: '', solicitudes: [], page: 1 }

const success = [200, 201]

const Context = createContext<(ClientState & ClientActions) | null>(null)

const isGroup = (data: unknown): data is SolicitudMain =>
  typeof data === 'object' && data !== null && 'id_solicitud_main' in data && 'solicitudes' in data

const replaceIn = (groups: readonly SolicitudMain[], solicitud: Solicitud) =>
  groups.map((group) =>
    group.id_solicitud_main === solicitud.id_solicitud_main
      ? {
          ...group,
          solicitudes: group.solicitudes.map((one) => (one.id_solicitud === solicitud.id_solicitud ? solicitud : one)),
        }
      : group,
  )

async function sendGroup<G extends Group>(group: G, target: GroupTarget<G>): Promise<GroupReply | undefined> {
  if (typeof target === 'function') return target(group)
  const reply = await request<unknown>(target, { method: 'POST', body: group })
  return reply === undefined ? undefined : { status: reply.status, data: reply.data }
}

/** The actions are stable, so that effects may depend on them. */
function createActions(setState: Dispatch<SetStateAction<ClientState>>): ClientActions {
  return {
    addGroup: async (group, target) => {
      const turn = getTurn()
      const reply = await sendGroup(group, target)
      if (turn === getTurn() && reply !== undefined && success.includes(reply.status)) {
        // The server's version if it sent one, else the group that was sent.
        const added = isGroup(reply.data) ? reply.data : (group as unknown as SolicitudMain)
        setState((before) => ({ ...before, solicitudes: [...before.solicitudes, added] }))
      }
      return reply
    },
    loadSolicitudes: (solicitudes) => setState((before) => ({ ...before, solicitudes })),
    updateSolicitud: (solicitud) =>
      setState((before) => ({ ...before, solicitudes: replaceIn(before.solicitudes, solicitud) })),
    setPage: (page) => setState((before) => ({ ...before, page })),
  }
}

/**
 * Provides the shared client state. Must be inside the session provider: email and role follow the signed-in user, and
 * the rest is cleared when another user signs in.
 */
export function ClientStateProvider({ children }: { children: ReactNode }) {
  const [state, setState] = useState(initialClientState)
  const { data, status } = useSession()
  const email = data?.user.email ?? ''
  const role = data?.user.role ?? ''
  const [applied, setApplied] = useState({ email: '', role: '' })
  // During the render and not in an effect, so that no page renders a session with the role of another one.
  if (status !== 'loading' && (applied.email !== email || applied.role !== role)) {
    setApplied({ email, role })
    setState((before) => ({ ...before, email, role }))
  }

  useEffect(() => onNewOwner(() => setState(({ email, role }) => ({ ...initialClientState, email, role }))), [])

  const actions = useMemo(() => createActions(setState), [])
  const value = useMemo(() => ({ ...state, ...actions }), [state, actions])
  return <Context value={value}>{children}</Context>
}

export function useClientState(): ClientState & ClientActions {
  const value = use(Context)
  if (value === null) throw new Error('useClientState needs a <ClientStateProvider> round it')
  return value
}
