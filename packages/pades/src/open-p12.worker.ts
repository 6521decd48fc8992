import { parentPort, workerData } from 'node:worker_threads'
import { PadesError } from './errors.ts'
import type { OpenAnswer, OpenedKey, OpenRequest } from './open-p12.ts'
import { openCertificateAndKey, openP12 } from './open-p12.ts'

function open(request: OpenRequest): OpenedKey {
  const { passphrase, caps } = request
  return request.kind === 'p12'
    ? openP12(request.bytes, passphrase, caps)
    : openCertificateAndKey(request.certificate, request.key, passphrase, caps)
}

function answer(request: OpenRequest): OpenAnswer {
  try {
    const { privateKey, certificate, chain } = open(request)
    const exported = privateKey.export({ type: 'pkcs8', format: 'der' })
    // transferred, not copied, to the other thread: its buffer must not be a slice of a shared pool
    const pkcs8 = new Uint8Array(exported.length)
    pkcs8.set(exported)
    exported.fill(0)
    return { privateKey: pkcs8, certificate: certificate.der, chain: chain.map(({ der }) => der) }
  } catch (error) {
    if (error instanceof PadesError) return { code: error.code, detail: error.detail }
    return { code: 'p12_damaged', detail: { reason: 'unreadable' } }
  }
}

const result = answer(workerData as OpenRequest)
parentPort?.postMessage(result, 'privateKey' in result ? [result.privateKey.buffer as ArrayBuffer] : [])
