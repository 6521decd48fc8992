import type { Verification } from '@foja/contracts/verification'
import type { AppDeps } from '../../deps.ts'
import type { Gate } from '../../engine/gate.ts'
import type { SessionActor } from '../../http/endpoint-types.ts'
import type { Locale } from '../../http/locale.ts'
import type { PartsReader } from '../../http/multipart.ts'
import { padesProblem } from '../../http/pades-problem.ts'
import { slowDown, type ThrottleRule } from '../../http/throttle.ts'
import type { PassingFile, PassingRoom } from './passing-file.ts'
import { anchorsOf } from './verdicts.ts'
import { presentVerification } from './verification.presenter.ts'

type Deps = Pick<AppDeps, 'db' | 'clock' | 'engine'> & { room: PassingRoom; gate: Gate }
type Visit = { actor: SessionActor | null; ip: string; locale: Locale; parts: PartsReader<undefined> }

/** Generous for an office behind one address; whoever is signed in is counted apart. */
const filesByAddress: ThrottleRule = { tries: 30, seconds: 15 * 60 }
const filesByPerson: ThrottleRule = { tries: 120, seconds: 15 * 60 }

async function judge(deps: Deps, { actor, locale }: Visit, file: PassingFile): Promise<Verification> {
  const anchors = await anchorsOf(deps.db, actor?.id_company ?? null)
  const leave = await deps.gate.enter()
  try {
    const at = deps.clock()
    const task = { source: file.bytes, anchors, now: at.getTime(), online: true }
    return presentVerification(await deps.engine.verify(task), file.sha256, at, locale)
  } catch (error) {
    throw padesProblem(error, file.name)
  } finally {
    leave()
  }
}

/**
 * Verifies a PDF that somebody sends, with the authorities of every company and, for whoever is signed in, of their own.
 * The file is kept in memory until the answer, and nowhere else.
 * @throws ProblemError too_many_attempts, unavailable, file_missing, file_empty, file_too_large, pdf_not_a_pdf,
 * pdf_damaged, pdf_signed_and_damaged, pdf_encrypted
 */
export async function verifyPassingFile(deps: Deps, visit: Visit): Promise<Verification> {
  const { actor, ip, parts } = visit
  if (actor === null) await slowDown(deps, 'verify file', ip, filesByAddress)
  else await slowDown(deps, 'verify own file', actor.id, filesByPerson)
  const { files } = await parts.read(deps.room.sink(actor?.id ?? ip))
  try {
    return await judge(deps, visit, files[0]!)
  } finally {
    for (const file of files) file.release()
  }
}
