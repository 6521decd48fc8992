// What the settings name, tried as «Probar» of «Estado» does it, also before the first start.
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { access, constants, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { S3Settings } from '@foja/storage/s3-store'
import type { Config } from '../../apps/server/src/config.ts'
import { usualLimits } from '../../apps/server/src/http/limits.ts'
import { ProblemError } from '../../apps/server/src/http/problem.ts'
import type { ServerKeys } from '../../apps/server/src/keys.ts'
import { createClamd, type ClamdAddress } from '../../apps/server/src/lib/antivirus.ts'
import { findMail, pingMail } from '../../apps/server/src/modules/delivery/public.ts'
import { pingProvider } from '../../apps/server/src/modules/identity/public.ts'
import { askTimestamp, findInstallationTsa } from '../../apps/server/src/modules/signing/public.ts'
import { createSigningEngine } from '../../apps/server/src/signing-worker/signing-engine.ts'
import { startProblem } from '../../apps/server/src/start-problems.ts'
import { statusTexts, type Said } from '../../apps/server/src/texts/status-texts.ts'
import type { OpenDatabase } from '../../packages/db/src/database-port.ts'

/** What a probe found, as a line for the terminal. */
export type Found = { fine: boolean; line: string }

const texts = statusTexts.es
const patienceMs = usualLimits.serviceMs

const good = (name: string, sentence: string): Found => ({ fine: true, line: `✓ ${name}: ${sentence}.` })
const bad = (name: string, text: string): Found => ({ fine: false, line: `✗ ${name}: ${text}` })
const textOf = ({ sentence, next }: Said) => (next === null ? `${sentence}.` : `${sentence}. ${next}`)

/** Runs `work`; `failed`: the text when it fails. */
async function probe(name: string, work: () => Promise<string>, failed: (error: unknown) => string): Promise<Found> {
  try {
    return good(name, await work())
  } catch (error) {
    return bad(name, failed(error))
  }
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/** The server's own sentence about what would keep it from starting. */
const startText = (error: unknown, config: Config) => startProblem(error, config) ?? `${messageOf(error)}.`

async function probeSignIn(oidc: NonNullable<Config['oidc']>): Promise<Found> {
  const began = performance.now()
  const work = async () => {
    await pingProvider(oidc, patienceMs)
    return texts.sign_in.ok(oidc.name, Math.round(performance.now() - began), 0).sentence
  }
  return await probe('OIDC_ISSUER', work, () => textOf(texts.sign_in.failed(oidc.name)))
}

async function probeAntivirus(address: ClamdAddress): Promise<Found> {
  const began = performance.now()
  const work = async () => {
    await createClamd(address, { connectMs: patienceMs, silenceMs: patienceMs }).ping()
    return texts.antivirus.ok(Math.round(performance.now() - began)).sentence
  }
  return await probe('FOJA_CLAMD', work, () => textOf(texts.antivirus.down))
}

function folderText(error: unknown, folder: string): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (/^(?:ENOENT|ENOTDIR)$/.test(code)) return `la carpeta ${folder} no está. Conecta su disco, o crea la carpeta.`
  if (/^(?:ENOSPC|EDQUOT)$/.test(code)) return `no queda espacio en ${folder}. Libera espacio.`
  return (
    `no se puede escribir en ${folder} (${code || messageOf(error)}). Da permiso de escritura al usuario de Foja; con systemd, ` +
    'también ReadWritePaths en la unidad.'
  )
}

/** Writes a file into the folder and removes it. */
async function probeBackupFolder(folder: string): Promise<Found> {
  const file = join(folder, `foja-doctor-${randomBytes(6).toString('hex')}`)
  const work = async () => {
    await writeFile(file, randomBytes(32), { flag: 'wx', mode: 0o600 })
    await rm(file)
    return `se puede escribir en ${folder}`
  }
  return await probe('FOJA_BACKUP_DIR', work, (error) => folderText(error, folder))
}

/** The mail server in use, from the settings or, with `stored`, from «Correos». */
export async function probeMail({ mail, publicUrl }: Config, stored?: Stored): Promise<Found[]> {
  const environment = mail ?? null
  const server = stored === undefined ? (environment?.server ?? 'none') : await findMail({ ...stored, environment })
  if (server === 'none') return []
  const name = environment === null ? 'Correo' : 'SMTP_URL'
  if (server === 'locked') return [bad(name, textOf(texts.mail.locked))]
  const work = async () => {
    const failure = await pingMail(
      server,
      publicUrl === undefined ? undefined : new URL(publicUrl).hostname,
      patienceMs,
    )
    if (failure !== null) throw new MailFailed(textOf(texts.mail.failed(server.host, failure, 0)))
    return texts.mail.ok(server.host, '').sentence
  }
  // The page «Correos» does not change a server of SMTP_URL.
  const failed = (error: unknown) =>
    error instanceof MailFailed
      ? error.message.replace(environment === null ? '' : ' en Correos', '')
      : textOf(texts.broken)
  return [await probe(name, work, failed)]
}

class MailFailed extends Error {}

/** The handles of an installation that was started before. */
export type Stored = { db: OpenDatabase['kysely']; keys: ServerKeys }

/** Asks for a timestamp, where an authority is set up. */
export async function probeTimestamp({ privateHosts }: Config, { db, keys }: Stored): Promise<Found[]> {
  const tsa = await findInstallationTsa(db, keys)
  if (tsa === null) return []
  const { host } = new URL(tsa.url)
  const engine = createSigningEngine({ privateHosts })
  const began = performance.now()
  const work = async () => {
    const { trusted } = await askTimestamp({ db, clock: () => new Date(), engine, actor: { id_company: null } }, tsa)
    const { sentence } = texts.timestamp.ok(host, Math.round(performance.now() - began))
    return trusted ? sentence : texts.timestamp.untrusted(host).sentence
  }
  const failed = (error: unknown) =>
    textOf(texts.timestamp.failed(host, (error instanceof ProblemError && error.options.because?.es) || ''))
  try {
    return [await probe('Sellos de tiempo', work, failed)]
  } finally {
    await engine.close()
  }
}

async function probeBucket(name: string, settings: S3Settings, config: Config): Promise<Found> {
  const work = async () => {
    const { createS3Store } = await import('@foja/storage/s3-store')
    const store = createS3Store(settings)
    await store.probe().finally(() => store.close())
    return `el bucket «${settings.bucket}» guarda, lee y borra (objeto de prueba)`
  }
  const failed = (error: unknown) => startText(error, { ...config, s3: settings }).replace('S3_BUCKET', name)
  return await probe(name, work, failed)
}

/** What every installation is checked for: the provider of sign-in, the antivirus and the place of the backups. */
export async function probeSettings(config: Config): Promise<Found[]> {
  const { oidc, clamd, backup } = config
  return await Promise.all([
    ...(oidc === undefined ? [] : [probeSignIn(oidc)]),
    ...(clamd === undefined ? [] : [probeAntivirus(clamd)]),
    ...(backup.folder === undefined ? [] : [probeBackupFolder(backup.folder)]),
    ...(backup.bucket === undefined ? [] : [probeBucket('FOJA_BACKUP_BUCKET', backup.bucket, config)]),
  ])
}

/** The data folder, or the nearest folder above it, where it will be created. */
async function probeDataFolder(config: Config): Promise<Found> {
  let folder = config.dataFolder
  while (!existsSync(folder)) folder = dirname(folder)
  const work = async () => {
    await access(folder, constants.W_OK | constants.X_OK)
    return `se puede escribir en ${folder}`
  }
  return await probe('FOJA_DATA_DIR', work, (error) => startText(error, config))
}

/** What the first start needs, besides the database: where the files will be. Creates nothing that stays. */
export async function probePlaces(config: Config): Promise<Found[]> {
  const { s3 } = config
  return await Promise.all([
    probeDataFolder(config),
    ...(s3 === undefined ? [] : [probeBucket('S3_BUCKET', s3, config)]),
  ])
}

/** The finding of a database that does not open. */
export const databaseFailed = (error: unknown, config: Config): Found => bad('DATABASE_URL', startText(error, config))
