import { parseCertificate, type Certificate } from '@foja/pades/certificate'
import { signedAttributes as attributesOf, signedData } from '@foja/pades/cms/build'
import { PadesError } from '@foja/pades/errors'
import { completeAtLevel, levelOptions } from '@foja/pades/levels'
import { prepare } from '@foja/pades/prepare'
import { prepareOptions } from '@foja/pades/sign'
import { isSignatureOf, signatureAlgorithmOf, type SignatureAlgorithm } from '@foja/pades/signature-algorithm'
import { answer, readSource, type EngineAnswer } from '../answer.ts'
import type { NetworkRules } from '../protocol.ts'
import { levelServices } from './level-services.ts'
import { requireField } from './require-field.ts'
import type { CompleteTask, PreparedTail, PrepareTask } from '../sign-protocol.ts'
import { withRepair } from './with-repair.ts'

/** The signature algorithm of a remote key, from its certificate. */
function algorithmOf({ publicKey }: Certificate): SignatureAlgorithm {
  const algorithm = signatureAlgorithmOf(publicKey)
  if (algorithm === null) throw new PadesError('certificate_not_for_signing', { key: publicKey.asymmetricKeyType })
  return algorithm
}

/** Prepares a file for a remote key: returns the revision to append and the attributes to sign. */
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
    const { digest: contentDigest, hash, commitmentType } = prepared
    const signedAttributes = attributesOf({ contentDigest, certificate, hash, commitmentType })
    return { prepared, signedAttributes, repaired }
  })
}

/** Checks the signature value against the certificate before requesting a timestamp for it. */
function requireValue(
  { prepared, signedAttributes, signature }: CompleteTask,
  { publicKey }: Certificate,
  algorithm: SignatureAlgorithm,
): void {
  if (!isSignatureOf(algorithm, prepared.hash, signedAttributes, publicKey, signature))
    throw new PadesError('signature_mismatch', { reason: 'value' })
}

/** Completes a prepared signature with the value from the remote key. */
export async function completeTask(
  task: CompleteTask & NetworkRules,
): Promise<EngineAnswer<{ tail: Uint8Array; fieldName: string }>> {
  return await answer(async () => {
    const { prepared, signedAttributes, signature, level } = task
    const certificate = parseCertificate(task.certificate)
    const algorithm = algorithmOf(certificate)
    requireValue(task, certificate, algorithm)
    const chain = task.chain.map((der) => parseCertificate(der))
    const { hash } = prepared
    const cms = signedData({ signedAttributes, signature, certificate, chain, hash, algorithm })
    const services = levelServices(task.services, task)
    const { tail, fieldName } = await completeAtLevel(await readSource(task.source), prepared, cms, level, services)
    return { tail, fieldName }
  })
}
