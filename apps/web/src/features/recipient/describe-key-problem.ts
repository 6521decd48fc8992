import type { KeyRefusedError } from './sign-documents.ts'
import type { recipient } from './texts/recipient.ts'

/** Why the key does not sign, in words. */
export function describeKeyProblem({ code, owner }: KeyRefusedError, { key }: typeof recipient): string {
  if (owner !== null) return key.differs(owner.name, owner.identification)
  return key.problems[code] ?? key.problems['key_worker_failed'] ?? code
}
