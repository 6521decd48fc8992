import type { Problem } from '@foja/contracts/problem'
import type { Texts } from '../../i18n/es.ts'

/** Why nothing was signed, in words: what the server or this browser's key says, or that no answer came. */
export const describeFailure = (
  problem: Problem | null,
  keyCode: string | null,
  { keyProblems, unanswered }: Texts['signOptions'],
): string => problem?.detail ?? keyProblems[keyCode ?? ''] ?? unanswered
