import { parseCertificate } from '@foja/pades/certificate'
import { PadesError } from '@foja/pades/errors'
import { keySigner } from '@foja/pades/key-signer'
import { signAtLevel } from '@foja/pades/levels'
import { openCertificateAndKeyInWorker, openP12InWorker, type OpenedKey } from '@foja/pades/open-p12'
import type { Signer } from '@foja/pades/signer'
import { createPrivateKey } from 'node:crypto'
import { answer, readSource, type EngineAnswer } from '../answer.ts'
import type { NetworkRules } from '../protocol.ts'
import { unwrapKey } from '../key-wrap.ts'
import { levelServices } from './level-services.ts'
import { withRepair } from './with-repair.ts'
import { requireField } from './require-field.ts'
import { seal, unseal } from '../../lib/seal.ts'
import type { SignedTail, SignTask, UnlockedKey, UnlockTask } from '../sign-protocol.ts'

/** The context that binds a sealed key to its certificate. */
const contextOf = (certificate: Uint8Array) => `foja:unlocked:${Buffer.from(certificate).toString('base64')}`

async function openKeyFile({ key, passphrase }: UnlockTask): Promise<OpenedKey> {
  if (key.kind === 'p12') return await openP12InWorker(key.p12, passphrase)
  if (key.kind === 'pair') return await openCertificateAndKeyInWorker(key.certificate, key.key, passphrase)
  throw new TypeError('a stored or sealed key is no file')
}

/** Opens a key and returns its PKCS#8 and certificates. */
async function openKey(task: UnlockTask): Promise<{ pkcs8: Buffer; certificate: Uint8Array; chain: Uint8Array[] }> {
  const { key, passphrase } = task
  if (key.kind === 'stored') {
    const pkcs8 = await unwrapKey(key.wrapped, passphrase, key.serverKey, key.context)
    if (pkcs8 === null) throw new PadesError('p12_wrong_passphrase')
    return { pkcs8, certificate: key.certificate, chain: key.chain }
  }
  if (key.kind === 'sealed') {
    const { serverKey, sealed, context, certificate, chain } = key
    return { pkcs8: unseal(serverKey, sealed, context), certificate, chain }
  }
  const { privateKey, certificate, chain } = await openKeyFile(task)
  const pkcs8 = privateKey.export({ format: 'der', type: 'pkcs8' })
  return { pkcs8, certificate: certificate.der, chain: chain.map(({ der }) => der) }
}

/**
 * Opens a key once for a whole call. The result opens only with the call's `transportKey`: the main thread holds it
 * during the call and never sees the key itself.
 */
export async function unlockTask(task: UnlockTask): Promise<EngineAnswer<UnlockedKey>> {
  return await answer(async () => {
    const { pkcs8, certificate, chain } = await openKey(task)
    try {
      return { sealed: seal(task.transportKey, pkcs8, contextOf(certificate)), certificate, chain }
    } finally {
      pkcs8.fill(0)
    }
  })
}

function signerOf({ key, transportKey }: Pick<SignTask, 'key' | 'transportKey'>): Signer {
  const pkcs8 = unseal(transportKey, key.sealed, contextOf(key.certificate))
  try {
    return keySigner({
      privateKey: createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' }),
      certificate: parseCertificate(key.certificate),
      chain: key.chain.map((der) => parseCertificate(der)),
    })
  } finally {
    pkcs8.fill(0)
  }
}

/** Signs a file with an unlocked key at a level and returns the bytes to append. */
export async function signTask(task: SignTask & NetworkRules): Promise<EngineAnswer<SignedTail>> {
  return await answer(async () => {
    const { level, options } = task
    const signer = signerOf(task)
    const services = levelServices(task.services, task)
    const { result, repaired } = await withRepair(await readSource(task.source), async (pdf) => {
      requireField(pdf, options.fieldName)
      return await signAtLevel(pdf, signer, { ...options, level }, services)
    })
    return { tail: result.tail, fieldName: result.fieldName, repaired }
  })
}
