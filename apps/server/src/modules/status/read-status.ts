import {
  certificateDays,
  services,
  serviceStates,
  type Service,
  type ServiceStatus,
  type SystemStatus,
} from '@foja/contracts/status'
import { readFileSync } from 'node:fs'
import type { Ctx } from '../../context.ts'
import { statusTexts } from '../../texts/status-texts.ts'
import { checkAntivirus, checkDatabase, checkDisk, checkFiles, checkJobs } from './checks/local.ts'
import { checkMail } from './checks/mail.ts'
import { checkSignIn, checkTimestamp } from './checks/remote.ts'
import type { Check } from './finding.ts'
import { readBackup } from './read-backup.ts'
import type { createProbes } from './probe.ts'

type Probes = ReturnType<typeof createProbes>

const checks: Record<Service, Check> = {
  mail: checkMail,
  disk: checkDisk,
  database: checkDatabase,
  files: checkFiles,
  timestamp: checkTimestamp,
  sign_in: checkSignIn,
  jobs: checkJobs,
  antivirus: checkAntivirus,
}

/** The state of one service. `fresh`: a user asked for it, so nothing earlier counts. */
export async function checkService(ctx: Ctx, probes: Probes, service: Service, fresh: boolean): Promise<ServiceStatus> {
  const texts = statusTexts[ctx.locale]
  const { state, say, at, ms, since } = await checks[service](ctx, { texts, probe: probes(ctx, fresh), fresh })
  return { service, state, ...say, since: since?.toISOString() ?? null, checked_at: at.toISOString(), ms }
}

const dayMs = 24 * 3_600_000
const mostCertificates = 20

async function findEndingCertificates({ db, clock }: Ctx): Promise<SystemStatus['certificates']> {
  const now = clock().getTime()
  const rows = await db
    .selectFrom('signer')
    .innerJoin('app_user', 'app_user.id', 'signer.id_user')
    .where('app_user.activo', '=', true)
    .where('signer.not_after', '<', new Date(now + certificateDays * dayMs))
    .where('signer.not_after', '>', new Date(now - 30 * dayMs))
    .select(['signer.id_user', 'app_user.nombre', 'signer.not_after'])
    .orderBy('signer.not_after')
    .limit(mostCertificates)
    .execute()
  return rows.map(({ id_user, nombre, not_after }) => ({ id_user, nombre, not_after: not_after.toISOString() }))
}

const manifest = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as {
  version: string
}

/** The state of every service, worst first, the last backup, the certificates that end soon, and the version. */
export async function readStatus(ctx: Ctx, probes: Probes): Promise<SystemStatus> {
  const [certificates, backup, ...found] = await Promise.all([
    findEndingCertificates(ctx),
    readBackup(ctx),
    ...services.map(async (service) => await checkService(ctx, probes, service, false)),
  ])
  const rank = ({ state }: ServiceStatus) => serviceStates.indexOf(state)
  return {
    services: found.toSorted((a, b) => rank(a) - rank(b)),
    backup,
    certificates,
    version: { foja: manifest.version, node: process.versions.node },
  }
}
