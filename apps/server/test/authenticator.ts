import { createHash, createPrivateKey, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto'
import type { Assertion, Registration } from '@foja/contracts/passkeys'

const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest()
const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')

/** Head of a CBOR item (RFC 8949, 3) with a length of at most 65535. */
function head(major: number, length: number): Buffer {
  if (length < 24) return Buffer.from([(major << 5) | length])
  return length < 256
    ? Buffer.from([(major << 5) | 24, length])
    : Buffer.from([(major << 5) | 25, length >> 8, length & 0xff])
}
const cborBytes = (bytes: Uint8Array) => Buffer.concat([head(2, bytes.length), bytes])
const cborText = (text: string) => Buffer.concat([head(3, Buffer.byteLength(text)), Buffer.from(text)])
const cborInt = (value: number) => (value < 0 ? head(1, -1 - value) : head(0, value))
const cborMap = (pairs: readonly (readonly [Buffer, Buffer])[]) =>
  Buffer.concat([head(5, pairs.length), ...pairs.flat()])

/** A public P-256 key as COSE_Key (RFC 9053, 7.1.1). */
function coseKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' })
  return cborMap([
    [cborInt(1), cborInt(2)],
    [cborInt(3), cborInt(-7)],
    [cborInt(-1), cborInt(1)],
    [cborInt(-2), cborBytes(Buffer.from(x, 'base64url'))],
    [cborInt(-3), cborBytes(Buffer.from(y, 'base64url'))],
  ])
}

export type CreationOptions = { challenge: string; rp: { id?: string }; user: { id: string } }
type RequestOptions = { challenge: string; rpId?: string }

/** Deviations of a faulty or hostile authenticator or page. */
export type Faults = {
  origin?: string
  rpId?: string
  challenge?: string
  userVerified?: boolean
  /** Signature counter to send instead of the next one. */
  counter?: number
  userHandle?: string | undefined
  /** A key that is not the credential's. */
  key?: KeyObject
  type?: string
}

const userPresent = 0x01
const userVerifiedFlag = 0x04
const attested = 0x40

/** A credential of `createAuthenticator`, with its private key. */
export type Credential = { id: string; key: KeyObject; userHandle: string; rpId: string; counter: number }

/**
 * An authenticator in software: P-256 keys, attestation `none`, user verification. `counts`: has a signature counter,
 * as security keys have; synced passkeys send 0.
 */
export function createAuthenticator(origin: string, { counts = false }: { counts?: boolean } = {}) {
  const clientData = (type: string, challenge: string, faults: Faults) =>
    Buffer.from(
      JSON.stringify({
        type: faults.type ?? type,
        challenge: faults.challenge ?? challenge,
        origin: faults.origin ?? origin,
        crossOrigin: false,
      }),
    )
  const authData = (rpId: string, flags: number, counter: number, more = Buffer.alloc(0)) => {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), count, more])
  }
  const flagsOf = ({ userVerified = true }: Faults) => userPresent | (userVerified ? userVerifiedFlag : 0)

  return {
    /** Makes a credential for `options` of a registration. */
    register(options: CreationOptions, faults: Faults = {}): { credential: Credential; response: Registration } {
      const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
      const rpId = faults.rpId ?? options.rp.id ?? ''
      const id = randomBytes(32)
      const idLength = Buffer.from([0, id.length])
      const data = Buffer.concat([Buffer.alloc(16), idLength, id, coseKey(publicKey)])
      const attestation = cborMap([
        [cborText('fmt'), cborText('none')],
        [cborText('attStmt'), cborMap([])],
        [cborText('authData'), cborBytes(authData(rpId, flagsOf(faults) | attested, 0, data))],
      ])
      const name = base64url(id)
      return {
        credential: { id: name, key: privateKey, userHandle: options.user.id, rpId, counter: 0 },
        response: {
          id: name,
          rawId: name,
          type: 'public-key',
          response: {
            clientDataJSON: base64url(clientData('webauthn.create', options.challenge, faults)),
            attestationObject: base64url(attestation),
            transports: ['internal', 'hybrid'],
          },
          clientExtensionResults: {},
        },
      }
    },

    /** Answers the challenge of `options` with a credential. */
    answer(credential: Credential, options: RequestOptions, faults: Faults = {}): Assertion {
      if (counts) credential.counter += 1
      const data = authData(faults.rpId ?? credential.rpId, flagsOf(faults), faults.counter ?? credential.counter)
      const client = clientData('webauthn.get', options.challenge, faults)
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), faults.key ?? credential.key)
      const userHandle = 'userHandle' in faults ? faults.userHandle : credential.userHandle
      return {
        id: credential.id,
        rawId: credential.id,
        type: 'public-key',
        response: {
          clientDataJSON: base64url(client),
          authenticatorData: base64url(data),
          signature: base64url(signature),
          ...(userHandle === undefined ? {} : { userHandle }),
        },
        clientExtensionResults: {},
      }
    },
  }
}

/** A key of another credential. */
export const otherKey = (): KeyObject =>
  createPrivateKey(
    generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ type: 'pkcs8', format: 'pem' }),
  )
