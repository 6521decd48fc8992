import type { Position } from '@foja/contracts/common'
import { useEffect } from 'react'
import type { SignDraft } from './sign-draft.ts'
import type { WaitingField } from './waiting-fields.ts'

type State = {
  draft: Pick<SignDraft, 'field' | 'fieldAt'>
  change: (next: { field: string; fieldAt: Position | null }) => void
}

/**
 * Selects the only waiting signature field until the user chooses otherwise. With several fields only the user knows
 * which is theirs.
 */
export function useOnlyField({ draft, change }: State, fields: readonly WaitingField[] | undefined): void {
  const only = fields?.length === 1 ? fields[0] : undefined
  const open = draft.field === null && draft.fieldAt === undefined
  useEffect(() => {
    if (open && only !== undefined) change({ field: only.name, fieldAt: only.position })
  }, [open, only, change])
}
