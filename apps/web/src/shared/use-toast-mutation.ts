import { useMutation, type UseMutationOptions } from '@tanstack/react-query'
import { isUnreported, problemOf } from '../lib/api/call.ts'
import { toast } from '../ui/toast-store.ts'
import { useDomainTexts } from './texts/domain.ts'

/** Shows the error of a call as a toast, unless the page reports it already. */
export function toastError(error: unknown, unanswered: string): void {
  if (isUnreported(error)) toast.error(problemOf(error)?.detail ?? unanswered)
}

/** A mutation that shows its error as a toast. */
export function useToastMutation<Data, Input = void>(options: UseMutationOptions<Data, Error, Input>) {
  const domain = useDomainTexts()
  return useMutation({ onError: (error) => toastError(error, domain.tryAgainLater), ...options })
}
