import { exportJWK, generateKeyPair, importJWK, type CryptoKey, type JWK } from 'jose'
import { hkdfSync, randomBytes, randomUUID } from 'node:crypto'
import { link, mkdir, open, readFile, unlink } from 'node:fs/promises'
import { dirname } from 'node:path'
import * as z from 'zod/mini'

/**
 * The secrets of this installation, in one file apart from database and backups, so that neither is sufficient alone.
 */
export type ServerKeys = {
  /** ES256 pair of the access tokens. */
  session: { id: string; privateKey: CryptoKey; publicKey: CryptoKey }
  /** Derives a 32-byte key for one purpose (HKDF-SHA-256, RFC 5869); keys of different purposes are independent. */
  derive: (purpose: string) => Uint8Array
}

/** Key of the seals of the history, for `withSeal`. */
export const historyKey = (keys: ServerKeys): Uint8Array => keys.derive('history seals')

const jwkSchema = z.looseObject({ kty: z.literal('EC'), crv: z.literal('P-256'), d: z.string() })
const fileSchema = z.strictObject({
  version: z.literal(1),
  id: z.string(),
  secret: z.string().check(z.regex(/^[\w-]{43}$/)),
  session: jwkSchema,
})
type KeyFile = z.infer<typeof fileSchema>

/** The key file cannot be read, created or parsed; `message` is one line for the operator. */
export class KeyFileError extends Error {
  constructor(message: string, cause: unknown) {
    super(message, { cause })
    this.name = 'KeyFileError'
  }
}

const hasCode = (error: unknown, code: string) => error instanceof Error && 'code' in error && error.code === code

async function createContent(): Promise<KeyFile> {
  const pair = await generateKeyPair('ES256', { extractable: true })
  return {
    version: 1,
    id: randomBytes(8).toString('hex'),
    secret: randomBytes(32).toString('base64url'),
    session: (await exportJWK(pair.privateKey)) as z.infer<typeof jwkSchema>,
  }
}

/** Replacement of the server keys. */
export type KeyChange = { from: ServerKeys; to: ServerKeys }

/** Numbers of secrets that were resealed under the new key, and of those that the old one did not open. */
export type Moved = { moved: number; unopened: number }

/** Syncs the folder of `file`, so that its entry survives a crash. */
export async function syncFolder(file: string): Promise<void> {
  const folder = await open(dirname(file), 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

/**
 * Creates keys in `file`, complete and durable before it gets its name; concurrent processes end with the same file.
 */
export async function createKeys(file: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  const temporary = `${file}.${randomUUID()}.tmp`
  const handle = await open(temporary, 'wx', 0o600)
  try {
    await handle.writeFile(`${JSON.stringify(await createContent(), null, 2)}\n`)
    await handle.sync()
  } finally {
    await handle.close()
  }
  try {
    await link(temporary, file)
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error
  } finally {
    await unlink(temporary)
  }
  await syncFolder(file)
}

async function readIfThere(file: string): Promise<string | null> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) throw error
    return null
  }
}

async function readOrCreate(file: string): Promise<string> {
  const text = await readIfThere(file)
  if (text !== null) return text
  await createKeys(file)
  return readFile(file, 'utf8')
}

async function readable<T>(file: string, read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new KeyFileError(
      `No se puede leer ni crear el archivo de claves ${file} (${reason}). Elige otro con FOJA_KEY_FILE.`,
      cause,
    )
  }
}

/** Loads the server keys from `file`, creating it on the first start (mode 600). Throws `KeyFileError`. */
export async function loadKeys(file: string): Promise<ServerKeys> {
  return understand(file, await readable(file, () => readOrCreate(file)))
}

/** Like `loadKeys`, but returns null instead of creating the file. Throws `KeyFileError`. */
export async function findKeys(file: string): Promise<ServerKeys | null> {
  const text = await readable(file, () => readIfThere(file))
  return text === null ? null : understand(file, text)
}

async function understand(file: string, text: string): Promise<ServerKeys> {
  try {
    return await openKeys(z.parse(fileSchema, JSON.parse(text)))
  } catch (cause) {
    throw new KeyFileError(`El archivo de claves ${file} está dañado o no es de Foja: recupera tu copia.`, cause)
  }
}

async function openKeys(content: KeyFile): Promise<ServerKeys> {
  const { d: _private, ...publicJwk } = content.session
  const secret = Buffer.from(content.secret, 'base64url')
  return {
    session: {
      id: content.id,
      privateKey: await importEs256(content.session),
      publicKey: await importEs256(publicJwk),
    },
    derive: (purpose) => new Uint8Array(hkdfSync('sha256', secret, 'foja', purpose, 32)),
  }
}

/** Only a symmetric key is returned as bytes. */
const importEs256 = async (jwk: JWK) => (await importJWK(jwk, 'ES256')) as CryptoKey
