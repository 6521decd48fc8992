import { useMutation } from '@tanstack/react-query'
import { useDomainTexts } from '../../shared/texts/domain.ts'
import { problemOf } from '../../lib/api/call.ts'
import { toast } from '../../ui/toast-store.ts'
import { useRefreshVerdicts } from './use-refresh-verdicts.ts'

/** Switches optimistically, and reverts with the reason when the server refuses. */
export function useAuthoritySwitch<Input extends { on: boolean }>(send: (input: Input) => Promise<unknown>) {
  const domain = useDomainTexts()
  const refresh = useRefreshVerdicts()
  const { mutate, isPending, variables } = useMutation({
    mutationFn: async (input: Input) => {
      await send(input)
      await refresh()
    },
    onError: (error) => toast.error(problemOf(error)?.detail ?? domain.tryAgainLater),
  })
  return { turn: mutate, isPending, wanted: isPending ? variables?.on : undefined }
}
