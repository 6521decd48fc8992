import { serviceStates, type Service, type ServiceStatus } from '@foja/contracts/status'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { checkService, statusQuery } from './api/status.ts'

export type Checks = {
  /** Services that are being checked. */
  running: ReadonlySet<Service>
  /** Checks that failed to run, by service. */
  errors: ReadonlyMap<Service, unknown>
  check: (service: Service) => Promise<void>
  /** Checks all of them at the same time, and sorts them again. */
  checkAll: (services: readonly Service[]) => Promise<void>
}

const rank = ({ state }: ServiceStatus) => serviceStates.indexOf(state)

/** Checks services on request; a new result replaces that of the page and keeps its place, under the user's finger. */
export function useChecks(): Checks {
  const queries = useQueryClient()
  const [running, setRunning] = useState<ReadonlySet<Service>>(new Set())
  const [errors, setErrors] = useState<ReadonlyMap<Service, unknown>>(new Map())

  const change = useCallback(
    (update: (services: ServiceStatus[]) => ServiceStatus[]) =>
      queries.setQueryData(statusQuery.queryKey, (known) =>
        known === undefined ? known : { ...known, services: update(known.services) },
      ),
    [queries],
  )

  const check = useCallback(
    async (service: Service) => {
      setRunning((before) => new Set(before).add(service))
      setErrors((before) => new Map([...before].filter(([name]) => name !== service)))
      try {
        // A reply that is on its way would replace the new result.
        await queries.cancelQueries({ queryKey: statusQuery.queryKey })
        const found = await checkService(service)
        change((services) => services.map((one) => (one.service === service ? found : one)))
      } catch (error) {
        setErrors((before) => new Map(before).set(service, error))
      } finally {
        setRunning((before) => new Set([...before].filter((name) => name !== service)))
      }
    },
    [queries, change],
  )

  const checkAll = useCallback(
    async (services: readonly Service[]) => {
      await Promise.all(services.map(check))
      change((known) => known.toSorted((a, b) => rank(a) - rank(b)))
    },
    [check, change],
  )
  return { running, errors, check, checkAll }
}
