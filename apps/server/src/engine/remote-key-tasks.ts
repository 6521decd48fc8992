import { parseCertificate, type Certificate } from '@foja/pades/certificate'
import { signedAttributes as attributesOf, signedData } from '@foja/pades/cms/build'
import { PadesError } from '@foja/pades/errors'
import { completeAtLevel, levelOptions } from '@foja/pades/levels'
import { prepare } from '@foja/pades/prepare'
import { prepareOptions } from '@foja/pades/sign'
import type { Signer } from '@foja/pades/signer'
import { verify } from 'node:crypto'
import { answer, readSource, type EngineAnswer } from './engine-answer.ts'
import type { NetworkRules } from './engine-protocol.ts'
import { levelServices } from './level-services.ts'
import { requireField } from './require-field.ts'
import type { CompleteTask, PreparedTail, PrepareTask } from './sign-protocol.ts'
import { withRepair } from './with-repair.ts'

/** The algorithm of a key that is elsewhere, by its certificate; others than RSA and EC have no place in PAdES yet. */
function algorithmOf({ publicKey }: Certificate): Signer['algorithm'] {
  if (publicKey.asymmetricKeyType === 'rsa') return 'rsa-pkcs1'
  if (publicKey.asymmetricKeyType === 'ec') return 'ecdsa'
  throw new PadesError('certificate_not_for_signing', { key: publicKey.asymmetricKeyType })
}

/** Prepares a file for a key that is elsewhere: the revision to append, and what the key has to sign. */
export async function prepareTask(task: PrepareTask): Promise<EngineAnswer<PreparedTail>> {
  return await answer(async () => {
    const certificate = parseCertificate(task.certificate)
    algorithmOf(certificate)
    const chain = task.chain.map((der) => parseCertificate(der))
    const options = prepareOptions({ certificate, chain }, levelOptions(task.options, task.level))
    const { result: prepared, repaired } = await withRepair(await readSource(task.source), async (pdf) => {
      requireField(pdf, task.options.fieldName)
      return prepare(pdf, options)
    })
    const { digest: contentDigest, hash } = prepared
    return { prepared, signedAttributes: attributesOf({ contentDigest, certificate, hash }), repaired }
  })
}

/** Holds the value that a key gave against the certificate, before it costs anybody anything. */
function requireValue({ prepared, signedAttributes, signature }: CompleteTask, certificate: Certificate): void {
  let holds = false
  try {
    holds = verify(prepared.hash, signedAttributes, certificate.publicKey, signature)
  } catch {
    // a value that is no signature at all
  }
  if (!holds) throw new PadesError('signature_mismatch', { reason: 'value' })
}

/** Completes a prepared signature with the value that its key gave. */
export async function completeTask(
  task: CompleteTask & NetworkRules,
): Promise<EngineAnswer<{ tail: Uint8Array; fieldName: string }>> {
  return await answer(async () => {
    const { prepared, signedAttributes, signature, level } = task
    const certificate = parseCertificate(task.certificate)
    requireValue(task, certificate)
    const chain = task.chain.map((der) => parseCertificate(der))
    const { hash } = prepared
    const algorithm = algorithmOf(certificate)
    const cms = signedData({ signedAttributes, signature, certificate, chain, hash, algorithm })
    const services = levelServices(task.services, task)
    const { tail, fieldName } = await completeAtLevel(await readSource(task.source), prepared, cms, level, services)
    return { tail, fieldName }
  })
}
