import { useQuery } from '@tanstack/react-query'
import { useBlobUrl } from '../../lib/files/use-blob-url.ts'
import { signatureImageQuery } from './api/send-signer.ts'

/** An address of the image that is kept of the person's signature, while it is wanted; null until it is there. */
export function useSignatureImage(wanted: boolean): string | null {
  const { data } = useQuery({ ...signatureImageQuery, enabled: wanted })
  return useBlobUrl(wanted ? data : null)
}
