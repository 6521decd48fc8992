import type { KeyObject } from 'node:crypto'
import { createPrivateKey, createPublicKey } from 'node:crypto'
import { Worker } from 'node:worker_threads'
import type { Certificate } from './certificate.ts'
import { isWeakKey, parseCertificate, parseCertificates } from './certificate.ts'
import { issuersInOrder } from './chain.ts'
import { sameBytes } from './cms/der.ts'
import { children, readNode } from './cms/read-der.ts'
import { wholeBits } from './cms/values.ts'
import type { PadesErrorCode } from './errors.ts'
import { PadesError } from './errors.ts'
import type { Work } from './pkcs12/crypto-port.ts'
import { runSync } from './pkcs12/crypto-port.ts'
import type { P12Caps } from './pkcs12/work-budget.ts'
import { DerivationBudget, limitsOf } from './pkcs12/work-budget.ts'
import { nodeCrypto } from './pkcs12/node-crypto.ts'
import { checkSize, damaged, openBags, openKeyFile } from './pkcs12/open.ts'
import { bestFirst } from './pkcs12/select.ts'

export type { P12Caps } from './pkcs12/work-budget.ts'

/** A private key with its certificate and the included issuers, nearest first. */
export type OpenedKey = { privateKey: KeyObject; certificate: Certificate; chain: Certificate[] }

/** Imports PKCS#8 as a key and wipes the bytes. */
function importKey(pkcs8: Uint8Array): KeyObject {
  const copy = Buffer.from(pkcs8)
  pkcs8.fill(0)
  try {
    return createPrivateKey({ key: copy, format: 'der', type: 'pkcs8' })
  } catch {
    throw new PadesError('p12_unsupported_algorithm', { part: 'private key' })
  } finally {
    copy.fill(0)
  }
}

function readable(certificates: Uint8Array[]): Certificate[] {
  return certificates.flatMap((der) => {
    try {
      return [parseCertificate(der)]
    } catch {
      // a damaged certificate must not hide the right one
      return []
    }
  })
}

/** The raw key of a SubjectPublicKeyInfo, without its algorithm (RFC 5280 §4.1.2.7). */
const keyBits = (spki: Uint8Array): Uint8Array => wholeBits(children(readNode(spki))[1], 'public key')

const isRsa = (key: KeyObject): boolean => key.asymmetricKeyType === 'rsa' || key.asymmetricKeyType === 'rsa-pss'

/** A certificate for RSASSA-PSS often has a key of plain rsaEncryption, and the reverse: the numbers decide. */
function belongsTo(certificate: Certificate, publicKey: KeyObject): boolean {
  if (!isRsa(publicKey) || !isRsa(certificate.publicKey)) return certificate.publicKey.equals(publicKey)
  const own = publicKey.export({ type: 'spki', format: 'der' })
  return sameBytes(keyBits(own), keyBits(certificate.publicKeyDer))
}

/** Pairs keys with certificates by public key, because order, names and local key ids in the file are often wrong. */
function selectKey(keys: KeyObject[], certificates: Certificate[]): OpenedKey {
  if (keys.length === 0) throw new PadesError('p12_no_private_key', { certificates: certificates.length })
  const pairs = keys.flatMap((privateKey) => {
    const publicKey = createPublicKey(privateKey)
    return certificates
      .filter((certificate) => belongsTo(certificate, publicKey))
      .map((certificate) => ({ privateKey, certificate, weak: isWeakKey(certificate.publicKey) }))
  })
  const best = bestFirst(pairs)[0]
  if (!best) throw new PadesError('p12_no_matching_certificate', { certificates: certificates.length })
  const { privateKey, certificate } = best
  return { privateKey, certificate, chain: issuersInOrder(certificate, certificates) }
}

const workWithin = (limits: P12Caps): Work => ({ crypto: nodeCrypto, budget: new DerivationBudget(limits) })

/**
 * Opens a PKCS#12 file (RFC 7292): .p12 or .pfx. The certificate is the one whose public key matches the private key;
 * with several keys, the one that may sign. Dates and trust are not checked: see `signingProblems`. Synchronous and
 * slow (3 ms to seconds, depending on the iterations): servers call `openP12InWorker`. Throws PadesError:
 * 'p12_wrong_passphrase', 'p12_damaged', 'p12_unsupported_algorithm', 'p12_too_large', 'p12_too_slow',
 * 'p12_no_private_key', 'p12_no_matching_certificate'.
 */
export function openP12(bytes: Uint8Array, passphrase: string, caps: Partial<P12Caps> = {}): OpenedKey {
  const limits = limitsOf(caps)
  checkSize(bytes, limits)
  try {
    const bags = runSync(openBags(bytes, passphrase, workWithin(limits)))
    return selectKey(bags.keys.map(importKey), readable(bags.certificates))
  } catch (error) {
    throw damaged(error)
  }
}

/**
 * Opens a certificate (.cer: DER or PEM) and its encrypted PKCS#8 key (.key: DER or PEM), like Mexico's e.firma. Throws
 * like `openP12`, and 'certificate_damaged'.
 */
export function openCertificateAndKey(
  certificateBytes: Uint8Array,
  keyBytes: Uint8Array,
  passphrase: string,
  caps: Partial<P12Caps> = {},
): OpenedKey {
  const limits = limitsOf(caps)
  checkSize(certificateBytes, limits)
  checkSize(keyBytes, limits)
  const certificates = parseCertificates(certificateBytes)
  try {
    const key = runSync(openKeyFile(keyBytes, passphrase, workWithin(limits)))
    return selectKey([importKey(key)], certificates)
  } catch (error) {
    throw damaged(error)
  }
}

/** Input of the worker. */
export type OpenRequest =
  | { kind: 'p12'; bytes: Uint8Array; passphrase: string; caps: Partial<P12Caps> }
  | { kind: 'pair'; certificate: Uint8Array; key: Uint8Array; passphrase: string; caps: Partial<P12Caps> }

/** Output of the worker: PKCS#8 and certificates in DER, or the error's parts. */
export type OpenAnswer =
  | { privateKey: Uint8Array; certificate: Uint8Array; chain: Uint8Array[] }
  | { code: PadesErrorCode; detail?: Record<string, unknown> }

function receive(answer: OpenAnswer): OpenedKey {
  if ('code' in answer) throw new PadesError(answer.code, answer.detail)
  return {
    privateKey: importKey(answer.privateKey),
    certificate: parseCertificate(answer.certificate),
    chain: answer.chain.map(parseCertificate),
  }
}

/** With fewer megabytes V8 ends the whole process while starting the thread, instead of reporting an error. */
const LEAST_MEMORY = 32

function openInWorker(request: OpenRequest, caps: P12Caps): Promise<OpenedKey> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./open-p12.worker.ts', import.meta.url), {
      workerData: request,
      env: {},
      execArgv: [],
      resourceLimits: {
        maxOldGenerationSizeMb: Math.max(caps.maxMemory, LEAST_MEMORY),
        maxYoungGenerationSizeMb: 16,
        stackSizeMb: 4,
      },
    })
    const finish = (settle: () => void) => {
      clearTimeout(timer)
      settle()
      void worker.terminate()
    }
    const fail = (error: PadesError) => finish(() => reject(error))
    // the worker counts its work; this only ends one that hangs
    const timer = setTimeout(
      () => fail(new PadesError('p12_too_slow', { maxMilliseconds: caps.maxMilliseconds })),
      caps.maxMilliseconds,
    )
    worker.once('message', (answer: OpenAnswer) =>
      finish(() => {
        try {
          resolve(receive(answer))
        } catch (error) {
          reject(damaged(error))
        }
      }),
    )
    worker.once('error', (error: Error & { code?: string }) =>
      fail(
        new PadesError(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'p12_too_large' : 'p12_damaged', {
          reason: error.code ?? error.name,
        }),
      ),
    )
    worker.once('exit', () => fail(new PadesError('p12_damaged', { reason: 'reader ended' })))
  })
}

/** `openP12` in its own thread with a memory limit. Rejects with the same errors. */
export async function openP12InWorker(
  bytes: Uint8Array,
  passphrase: string,
  caps: Partial<P12Caps> = {},
): Promise<OpenedKey> {
  const limits = limitsOf(caps)
  checkSize(bytes, limits)
  return openInWorker({ kind: 'p12', bytes, passphrase, caps }, limits)
}

/** `openCertificateAndKey` in its own thread. */
export async function openCertificateAndKeyInWorker(
  certificate: Uint8Array,
  key: Uint8Array,
  passphrase: string,
  caps: Partial<P12Caps> = {},
): Promise<OpenedKey> {
  const limits = limitsOf(caps)
  checkSize(certificate, limits)
  checkSize(key, limits)
  return openInWorker({ kind: 'pair', certificate, key, passphrase, caps }, limits)
}
