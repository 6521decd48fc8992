import { parseCertificate } from '@foja/pades/certificate'
import { verify } from '@foja/pades/verify'
import { answer, readSource, type EngineAnswer } from './engine-answer.ts'
import type { EngineVerification, IssuersTask, VerifyTask } from './engine-protocol.ts'
import { presentReport } from './present-report.ts'

/** Verifies every signature of a file. */
export async function verifyTask(task: VerifyTask): Promise<EngineAnswer<EngineVerification>> {
  return await answer(async () => {
    const anchors = task.anchors.map((der) => parseCertificate(der))
    const report = verify(await readSource(task.source), { anchors, now: new Date(task.now) })
    const trusted = new Set(anchors.map((anchor) => anchor.fingerprint))
    return { summary: report.summary, signatures: report.signatures.map((one) => presentReport(one, trusted)) }
  })
}

/** The authorities above the signers of a file. A signature that does not hold says nothing about its issuers. */
export async function issuersTask(task: IssuersTask): Promise<EngineAnswer<Uint8Array[]>> {
  return await answer(async () => {
    const { signatures } = verify(await readSource(task.source), { anchors: [], now: new Date(task.now) })
    const intact = signatures.filter(({ integrity }) => integrity === 'intact')
    const issuers = intact.flatMap(({ chain }) => chain.slice(1))
    return [...new Map(issuers.map(({ fingerprint, der }) => [fingerprint, der])).values()]
  })
}
