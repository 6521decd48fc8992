import { hash, verify } from '@node-rs/argon2'
import { randomBytes } from 'node:crypto'
import { deriveInTurn } from '../../../lib/kdf-queue.ts'

// Argon2id is the algorithm's default; the enum that would name it is declared `const` and cannot be imported here.
const argon2id = 2

/** OWASP's stronger setting: Argon2id, 64 MiB, three passes, one lane. */
const options = { algorithm: argon2id, memoryCost: 65_536, timeCost: 3, parallelism: 1 }

const derive = async (password: string) => await hash(password.normalize('NFC'), options)

/**
 * The hash to store for a password (PHC string). Takes about 0.1 s and 64 MiB outside the event loop. `whose`: who makes
 * this work, of whom two are worked for at a time.
 * @throws ProblemError unavailable
 */
export async function hashPassword(whose: string, password: string): Promise<string> {
  return await deriveInTurn(whose, () => derive(password))
}

let nobody: Promise<string> | undefined

/**
 * Whether `password` is the one of `stored`. With no hash (unknown or invited user) it spends the same time on a hash
 * of nothing and answers false, so that the time tells nobody which accounts exist. `whose`: as of `hashPassword`.
 * @throws ProblemError unavailable
 */
export async function checkPassword(whose: string, stored: string | null, password: string): Promise<boolean> {
  const matches = await deriveInTurn(whose, async () => {
    nobody ??= derive(randomBytes(32).toString('hex'))
    return await verify(stored ?? (await nobody), password.normalize('NFC'))
  })
  return matches && stored !== null
}
