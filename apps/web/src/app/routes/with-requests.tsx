import type { SigningRequest } from '@foja/contracts/signing-requests'
import type { ReactNode } from 'react'
import { RequestsCard } from '../../features/signing-requests/components/requests-card.tsx'

type Props = { requests: readonly SigningRequest[]; above?: boolean; children?: ReactNode }

/** Requests above or below the signatures, drawn together with them, so that nothing moves. */
export function WithRequests({ requests, above = false, children }: Props) {
  const card = <RequestsCard narrow requests={requests} />
  return (
    <>
      {above && <div className="-mt-5 mb-2 border-b border-line max-md:-mt-4">{card}</div>}
      {children}
      {!above && <div className="mt-5 border-t border-line">{card}</div>}
    </>
  )
}
