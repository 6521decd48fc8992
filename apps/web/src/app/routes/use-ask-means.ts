import { useQuery } from '@tanstack/react-query'
import { mailStateQuery } from '../../features/emails/api/mail-state.ts'
import { officeSealQuery } from '../../features/signing/api/office-seal.ts'
import { useSession } from '../../lib/session/session.tsx'

/** What requests for signatures need besides people: mail, and the seal of the office. */
export function useAskMeans() {
  const { data: session } = useSession()
  const mail = useQuery(mailStateQuery)
  // An administrator without a company asks in the company of the documents, whose seal is not known here.
  const seal = useQuery({ ...officeSealQuery, enabled: session !== null && session.user.id_company !== null })
  const isMissing = seal.data !== undefined && (seal.data.certificate?.problems.length ?? 1) > 0
  return {
    isLoading: mail.isLoading,
    mailReady: mail.data?.configured !== false,
    sealMissing: isMissing ? (seal.data.may_change ? ('upload' as const) : ('ask' as const)) : null,
  }
}
