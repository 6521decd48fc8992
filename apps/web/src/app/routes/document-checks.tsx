import type { DocumentDetails } from '@foja/contracts/documents'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { verificationQuery, verifyAgain } from '../../features/documents/api/verification.ts'
import { signingRequestsQuery } from '../../features/signing-requests/api/signing-requests.ts'
import { SignaturesPanel } from '../../features/documents/components/signatures-panel.tsx'
import { useMay } from '../../shared/use-may.ts'
import { lazyPart } from '../../ui/lazy-part.ts'
import { SkeletonList } from '../../ui/skeleton.tsx'
import { useToastMutation } from '../../shared/use-toast-mutation.ts'

// Not for a document without signatures.
const Strengthen = lazyPart(
  async () => (await import('../../features/signing/components/strengthen.tsx')).Strengthen,
  'quiet',
)
const WithRequests = lazyPart(async () => (await import('./with-requests.tsx')).WithRequests)
const DocumentRepair = lazyPart(async () => (await import('./document-repair.tsx')).DocumentRepair, 'quiet')

type Props = { document: DocumentDetails }

/** The verification result, with what the user can do about each signature, and who is asked for one. */
export function Signatures({ document }: Props) {
  const queries = useQueryClient()
  const mayTrust = useMay('trust.manage')
  const { id_documento, sha256 } = document
  const again = useToastMutation({
    mutationFn: () => verifyAgain(id_documento),
    onSuccess: (found) => queries.setQueryData(verificationQuery(id_documento, sha256).queryKey, found),
  })
  // The requests are below the signatures, and come with them.
  const { isPending } = useQuery({ ...verificationQuery(id_documento, sha256), enabled: document.paginas !== null })
  const requests = useQuery(signingRequestsQuery({ id_documento }))
  const asked = isPending ? [] : (requests.data?.results ?? [])
  const unsigned = document.signatures.count === 0
  const skeleton = <SkeletonList rows={2} className="-mx-5" />
  if (unsigned && requests.isLoading) return skeleton
  const panel = (
    <SignaturesPanel
      document={document}
      repair={(signature) => (
        <DocumentRepair
          idDocumento={id_documento}
          signature={signature}
          onAskAgain={() => again.mutate()}
          asking={again.isPending}
          mayTrust={mayTrust}
        />
      )}
      actions={document.actions.includes('sign') ? <Strengthen document={document} /> : undefined}
    />
  )
  const isAsked = asked.length > 0
  // The panel of a signed document stays mounted when its requests arrive: a dialog in it stays open.
  return (
    <>
      {unsigned && isAsked ? (
        <WithRequests fallback={skeleton} requests={asked} above>
          {panel}
        </WithRequests>
      ) : (
        panel
      )}
      {!unsigned && isAsked && <WithRequests requests={asked} />}
    </>
  )
}
