import { isUnreported, problemOf } from '../lib/api/call.ts'
import { toast } from '../ui/toast-store.ts'

/** Shows the error of a call as a toast, unless the page reports it already. */
export function toastError(error: unknown, unanswered: string): void {
  if (isUnreported(error)) toast.error(problemOf(error)?.detail ?? unanswered)
}
