import type { SigningRecipient } from '@foja/contracts/signing-requests'
import { useQueryClient } from '@tanstack/react-query'
import { useToastMutation } from '../../shared/use-toast-mutation.ts'
import { toast } from '../../ui/toast-store.ts'
import { refreshRequests, remind } from './api/signing-requests.ts'
import { useSigningRequestsTexts } from './texts/signing-requests.ts'

/** Reminds a recipient of what they have yet to do. */
export function useRemind() {
  const texts = useSigningRequestsTexts()
  const queries = useQueryClient()
  return useToastMutation({
    mutationFn: ({ id }: Pick<SigningRecipient, 'id' | 'nombre'>) => remind(id),
    onSuccess: async (_request, { nombre }) => {
      toast.success(texts.reminded(nombre))
      await refreshRequests(queries)
    },
  })
}
