import { parseCertificate } from '@foja/pades/certificate'
import { embedTail } from '@foja/pades/embed'
import { PadesError } from '@foja/pades/errors'
import { keySigner } from '@foja/pades/key-signer'
import { prepare } from '@foja/pades/prepare'
import { prepareOptions, signPrepared } from '@foja/pades/sign'
import { verify } from '@foja/pades/verify'
import type { PdfSource } from '@foja/pdf/renderer'
import { createPrivateKey } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { EngineAnswer, EngineVerification, SignedTail, SignTask, VerifyTask } from './engine-protocol.ts'
import { unwrapKey } from './key-wrap.ts'
import { presentReport } from './present-report.ts'

async function read(source: PdfSource): Promise<Uint8Array> {
  return 'path' in source ? await readFile(source.path) : source
}

/** The engine's own errors travel as their parts; anything else is a fault and rejects. */
async function answer<T>(work: () => Promise<T>): Promise<EngineAnswer<T>> {
  try {
    return { ok: true, value: await work() }
  } catch (error) {
    if (!(error instanceof PadesError)) throw error
    return { ok: false, error: { code: error.code, detail: error.detail } }
  }
}

/** Verifies every signature of a file. */
export async function verifyTask(task: VerifyTask): Promise<EngineAnswer<EngineVerification>> {
  return await answer(async () => {
    const anchors = task.anchors.map((der) => parseCertificate(der))
    const report = verify(await read(task.source), { anchors, now: new Date(task.now) })
    const trusted = new Set(anchors.map((anchor) => anchor.fingerprint))
    return { summary: report.summary, signatures: report.signatures.map((one) => presentReport(one, trusted)) }
  })
}

/** Opens a stored key and signs with it: the key exists in this thread alone, for as long as this takes. */
export async function signTask(task: SignTask): Promise<EngineAnswer<SignedTail>> {
  return await answer(async () => {
    const { wrapped, context, certificate, chain } = task.key
    const pkcs8 = await unwrapKey(wrapped, task.passphrase, task.serverKey, context)
    if (pkcs8 === null) throw new PadesError('p12_wrong_passphrase')
    const signer = keySigner({
      privateKey: createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' }),
      certificate: parseCertificate(certificate),
      chain: chain.map((der) => parseCertificate(der)),
    })
    pkcs8.fill(0)
    const prepared = prepare(await read(task.source), prepareOptions(signer, task.options))
    return { tail: embedTail(prepared, await signPrepared(prepared, signer)), fieldName: prepared.fieldName }
  })
}
