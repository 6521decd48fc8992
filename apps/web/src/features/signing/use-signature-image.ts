import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { signatureImageQuery } from './api/send-signer.ts'

/** An address of the image that is kept of the person's signature, while it is wanted; null until it is there. */
export function useSignatureImage(wanted: boolean): string | null {
  const { data } = useQuery({ ...signatureImageQuery, enabled: wanted })
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    if (data === undefined || !wanted) return undefined
    const made = URL.createObjectURL(data)
    setUrl(made)
    return () => {
      setUrl(null)
      URL.revokeObjectURL(made)
    }
  }, [data, wanted])
  return url
}
