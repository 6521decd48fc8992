import type { Problem } from '@foja/contracts/problem'
import type { signFailure } from './texts/sign-failure.ts'

/** The error in words: of the server, of the key in this browser, or that there was no response. */
export const describeFailure = (
  problem: Problem | null,
  keyCode: string | null,
  { keyProblems, unanswered }: typeof signFailure,
): string => problem?.detail ?? keyProblems[keyCode ?? ''] ?? unanswered
