import type { DocumentDetails } from '@foja/contracts/documents'
import type { SignedDocument, SigningSettings } from '@foja/contracts/signing'
import type { Verification } from '@foja/contracts/verification'
import { writeP12 } from '@foja/testing/p12'
import { startPkiServices, type PkiServices, type PkiServicesOptions } from '@foja/testing/pki-services'
import type { CertificateOptions, TestCertificate } from '@foja/testing/ca'
import type { Problem } from '@foja/contracts/problem'
import { bodyOf, type Caller } from './office.ts'
import { passphrase, signerPath, testAuthority } from './people.ts'

export const signPath = '/api/v1/custom_pdf_signing/'
export const settingsPath = '/api/v1/signing_settings/'
const verifyPath = '/api/v1/verify_document/'
export const position = { page: 1, x: 60, y: 500, width: 220, height: 80 }

export type SignReply = { documents: SignedDocument[]; failures: { id_documento: string; problem: Problem }[] }
type Id = { id_documento: string }

/** Signs one document with the caller's stored key. */
export async function sign(caller: Caller, { id_documento }: Id, more: Record<string, unknown> = {}, key?: string) {
  const headers: Record<string, string> = key === undefined ? {} : { 'idempotency-key': key }
  return await caller.post(signPath, { id_documento, password: passphrase, ...more }, headers)
}

/** Returns the document of a response that must have signed exactly one. */
export async function signedOf(response: Response): Promise<SignedDocument> {
  const { documents, failures } = await bodyOf<SignReply>(response, 200)
  if (documents.length !== 1 || failures.length > 0) throw new Error(`signed ${documents.length} documents`)
  return documents[0]!
}

export async function verify(caller: Caller, { id_documento }: Id, version?: number): Promise<Verification> {
  return await bodyOf<Verification>(await caller.post(verifyPath, { id_documento, version }), 200)
}

export async function download(caller: Caller, { id_documento }: Id): Promise<Buffer> {
  return Buffer.from(await (await caller.call(`/api/v1/download_document/${id_documento}/`)).arrayBuffer())
}

export async function detailsOf(caller: Caller, { id_documento }: Id): Promise<DocumentDetails> {
  return await caller.read<DocumentDetails>(`/api/v1/details_document/${id_documento}/`)
}

/** Adds the test authority to the trust anchors of the company of `manager`. */
export async function trustRoot(manager: Caller): Promise<void> {
  const file = { name: 'raíz.cer', bytes: testAuthority().root.certificate }
  await bodyOf(await manager.upload('/api/v1/upload_trust_anchor/', [file]), 201)
}

/** Starts a timestamp authority, an OCSP responder and CRLs of the test authority. */
export const startPki = (options: Partial<PkiServicesOptions> = {}): Promise<PkiServices> =>
  startPkiServices({ authority: testAuthority(), ...options })

/** Stores a signing key for `caller` whose certificate has OCSP and CRL addresses. */
export async function giveOnlineSigner(
  pki: PkiServices,
  caller: Caller,
  options: CertificateOptions,
): Promise<TestCertificate> {
  const issued = pki.issue({ keyType: 'p256', ...options })
  const file = { name: 'firma.p12', bytes: writeP12({ ...issued, passphrase }) }
  await bodyOf(await caller.upload(signerPath, [file], { password: passphrase }), 200)
  return issued
}

export type SettingsBody = Partial<Omit<SigningSettings, 'tsa_has_password' | 'may_change'>> & {
  tsa_password?: string | null
}

/** Sends signing settings for the company of `caller`; omitted fields get their defaults. */
export async function configure(caller: Caller, change: SettingsBody): Promise<Response> {
  const usual = { level: 'B-B', hash: 'sha256', appearance: 'qr', repeat: 'once' }
  const body = { ...usual, tsa_url: null, tsa_username: null, tsa_policy: null, ...change }
  return await caller.put(settingsPath, body)
}
