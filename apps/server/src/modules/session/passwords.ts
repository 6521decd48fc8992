import { hash, verify } from '@node-rs/argon2'
import { randomBytes } from 'node:crypto'

// Argon2id is the algorithm's default; the enum that would name it is declared `const` and cannot be imported here.
const argon2id = 2

/** OWASP's stronger setting: Argon2id, 64 MiB, three passes, one lane. */
const options = { algorithm: argon2id, memoryCost: 65_536, timeCost: 3, parallelism: 1 }

/** The hash to store for a password (PHC string). Takes about 0.1 s and 64 MiB outside the event loop. */
export function hashPassword(password: string): Promise<string> {
  return hash(password.normalize('NFC'), options)
}

let nobody: Promise<string> | undefined

/**
 * Whether `password` is the one of `stored`. With no hash (unknown or invited user) it spends the same time on a hash
 * of nothing and answers false, so that the time tells nobody which accounts exist.
 */
export async function checkPassword(stored: string | null, password: string): Promise<boolean> {
  nobody ??= hashPassword(randomBytes(32).toString('hex'))
  const matches = await verify(stored ?? (await nobody), password.normalize('NFC'))
  return matches && stored !== null
}
