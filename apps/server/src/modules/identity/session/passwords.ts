import { hash, verify } from '@node-rs/argon2'
import { randomBytes } from 'node:crypto'
import { queueKdf } from '../../../lib/kdf-queue.ts'

// Argon2id is the library's default; its `const` enum cannot be imported here.
const argon2id = 2

/** OWASP's stronger setting: Argon2id, 64 MiB, three passes, one lane. */
const options = { algorithm: argon2id, memoryCost: 65_536, timeCost: 3, parallelism: 1 }

const derive = async (password: string) => await hash(password.normalize('NFC'), options)

/**
 * Returns the hash to store for a password (PHC string). Takes about 0.1 s and 64 MiB outside the event loop. `whose`:
 * the user who causes the work; two hashes per user run at a time.
 * @throws ProblemError unavailable
 */
export async function hashPassword(whose: string, password: string): Promise<string> {
  return await queueKdf(whose, () => derive(password))
}

let placeholder: Promise<string> | undefined

/**
 * True if `password` matches `stored`. Without a stored hash (unknown or invited user) it takes the same time and
 * returns false, so that timing does not reveal which accounts exist. `whose`: see `hashPassword`.
 * @throws ProblemError unavailable
 */
export async function checkPassword(whose: string, stored: string | null, password: string): Promise<boolean> {
  const matches = await queueKdf(whose, async () => {
    placeholder ??= derive(randomBytes(32).toString('hex'))
    return await verify(stored ?? (await placeholder), password.normalize('NFC'))
  })
  return matches && stored !== null
}
