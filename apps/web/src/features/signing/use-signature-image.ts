import { useQuery } from '@tanstack/react-query'
import { useBlobUrl } from '../../lib/files/use-blob-url.ts'
import { signatureImageQuery } from './api/signer.ts'

/** A URL of the stored signature image if `wanted`; null until it is loaded. */
export function useSignatureImage(wanted: boolean): string | null {
  const { data } = useQuery({ ...signatureImageQuery, enabled: wanted })
  return useBlobUrl(wanted ? data : null)
}
