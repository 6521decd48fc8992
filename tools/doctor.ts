// npm run doctor -- [--data DIR] [--files]: tries what the settings name and, once Foja was started, verifies the history
// and the files; read-only, except for a test object in a bucket of S3, a test file in the folder of the backups and a
// timestamp. Exits with 1 when something is wrong, with 2 when it could not check. Uses the settings of the server.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openDatabase } from '@foja/db/open-database'
import { adviceOn } from '../apps/server/src/config-advice.ts'
import { ConfigError, type Config } from '../apps/server/src/config.ts'
import { checkMailServer } from '../apps/server/src/modules/delivery/public.ts'
import { isBackupOld, wasCutOff } from '../apps/server/src/modules/setup/maintenance/backup/backup-schedule.ts'
import { readBackupState } from '../apps/server/src/modules/setup/maintenance/backup/backup-state.ts'
import {
  examine,
  type BrokenFile,
  type Examination,
  type ExamineOptions,
} from '../apps/server/src/modules/setup/maintenance/examine.ts'
import { requireKeys } from '../apps/server/src/modules/setup/maintenance/installation.ts'
import { markFileOf, readMark } from '../apps/server/src/modules/setup/maintenance/history-mark.ts'
import type { OpenDatabase } from '../packages/db/src/database-port.ts'
import type { LedgerFault } from '../packages/db/src/history-roots.ts'
import { hasSchema } from '../packages/db/src/migrate.ts'
import { silentLogger } from '../packages/db/src/silent-logger.ts'
import {
  databaseFailed,
  probeMail,
  probePlaces,
  probeSettings,
  probeTimestamp,
  type Found,
  type Stored,
} from './doctor/probes.ts'
import { chainSentence, count, moment } from './history-words.ts'
import { CannotHelp, configOf, explain, openHistory, refuseRoot, withFiles, withInstallation } from './installation.ts'

function ledgerSentence(fault: LedgerFault): string {
  if (fault.kind === 'counter') return `El contador de cadenas ${fault.shard} fue cambiado en la base de datos.`
  if (fault.kind === 'chains') return `Cadenas que Foja contó y faltan, o que no contó: ${count(fault.count)}.`
  if (fault.kind === 'root') return `La raíz ${fault.no} del historial fue cambiada, o falta la anterior.`
  if (fault.kind === 'shrunk') return `La raíz ${fault.no} cuenta menos cadenas o eventos que la anterior.`
  if (fault.kind === 'stamp') return `El sello de tiempo de la raíz ${fault.no} no es de esa raíz.`
  if (fault.kind === 'future') {
    return `La raíz ${fault.no} figura como publicada o sellada en el futuro: el reloj se adelantó, o alguien cambió la fecha.`
  }
  return (
    `La base de datos no contiene la raíz ${fault.no}, anotada junto a los archivos: volvió a un estado anterior. ` +
    'Si tú recuperaste una copia más antigua de la base, borra files/history.json.'
  )
}

const happened: Record<BrokenFile['kind'], string> = {
  missing: 'Falta el archivo',
  changed: 'Cambió el archivo',
  locked: 'Está cifrado con otras claves el archivo',
}

/** `faults`: of the settings and the services. Returns the exit code. */
function report(found: Examination, files: boolean, faults: number): number {
  const { chains, events, broken, ledger, roots, stamped, versions, missing, changed, locked } = found
  console.log(`Historia: ${count(chains)} cadenas, ${count(events)} eventos, ${count(broken)} cadenas rotas.`)
  const last = stamped === null ? 'ninguna con sello de tiempo' : `sello de tiempo del ${moment(stamped)}`
  console.log(`Raíces: ${count(roots)} (${last}), ${count(ledger)} problemas con raíces y contadores.`)
  const read = files ? 'leídos enteros' : 'sin leerlos; --files los lee enteros'
  console.log(
    `Archivos: ${count(versions)} (${read}), ${count(missing)} faltan, ${count(changed)} cambiados, ${count(locked)} cifrados con otras claves.`,
  )
  const problems = broken + ledger + missing + changed + locked
  if (problems > 0) console.log(`✗ Problemas: ${count(problems)}. Recupera tu copia de respaldo.`)
  else if (faults > 0)
    console.log(`✗ Historia y archivos están en orden, pero no lo demás: ${count(faults)} líneas con ✗.`)
  else console.log('✓ Todo está en orden.')
  return problems + faults === 0 ? 0 : 1
}

/** True if the settings replace a mail server that is stored. */
const replacesMail = async ({ db, keys }: Stored, { mail }: Config) =>
  mail !== undefined && (await checkMailServer(db, keys)) !== 'none'

const hourMs = 3_600_000

/** How the last backup by schedule ended, and how old the last complete one is. */
async function lookAtBackups(db: OpenDatabase['kysely']): Promise<Found[]> {
  const state = await readBackupState(db)
  const now = new Date()
  if (state === null) {
    return [
      {
        fine: true,
        line: 'No hay copias de respaldo automáticas: elige una carpeta con FOJA_BACKUP_DIR o un bucket con FOJA_BACKUP_BUCKET.',
      },
    ]
  }
  const { completed, status, detail } = state
  const hours = completed === null ? null : Math.floor((now.getTime() - new Date(completed).getTime()) / hourMs)
  const last = hours === null ? 'ninguna todavía' : `la última terminó hace ${hours} horas`
  const isLate = isBackupOld(state, now)
  const failure = { fine: false, line: `✗ La copia del ${state.day} falló: ${detail}` }
  const cut = { fine: false, line: `✗ La copia del ${state.day} se cortó: Foja se detuvo mientras la hacía.` }
  return [
    { fine: !isLate, line: `${isLate ? '✗ ' : ''}Copias de respaldo automáticas: ${last}.` },
    ...(status === 'failed' ? [failure] : []),
    ...(wasCutOff(state, now) ? [cut] : []),
  ]
}

/** Prints findings; returns how many are faults. */
function print(found: Found[]): number {
  for (const { line } of found) console.log(line)
  return found.filter(({ fine }) => !fine).length
}

/** True if Foja was started with these settings before. @throws DatabaseProblem */
async function wasStarted({ databaseUrl: url, dataFolder, keyFile }: Config): Promise<boolean> {
  if (url === undefined)
    return [join(dataFolder, 'db'), join(dataFolder, 'files'), keyFile].some((path) => existsSync(path))
  const database = await openDatabase({ url, logger: silentLogger, migrate: false })
  try {
    return await hasSchema(database.kysely)
  } finally {
    await database.close()
  }
}

async function look(config: Config, files: boolean, faults: number): Promise<number> {
  return await withInstallation(config, { files: true, migrate: false }, async ({ kysely }) => {
    const db = await openHistory(kysely, config)
    const stored = { db, keys: await requireKeys(config.keyFile) }
    if (await replacesMail(stored, config))
      console.log('SMTP_URL manda sobre el servidor de correo guardado en Correos.')
    const services = [...(await probeMail(config, stored)), ...(await probeTimestamp(config, stored))]
    const more = print([...services, ...(await lookAtBackups(db))])
    const options: ExamineOptions = {
      files,
      now: new Date(),
      mark: await readMark(markFileOf(config.dataFolder)),
      onBrokenChain: (broken) => console.log(`✗ ${chainSentence(broken)}`),
      onLedgerFault: (fault) => console.log(`✗ ${ledgerSentence(fault)}`),
      onBrokenFile: ({ kind, nombre, version, id_documento }) => {
        const what = id_documento === null ? 'plantilla' : `documento ${id_documento}`
        console.log(`✗ ${happened[kind]} de «${nombre}», versión ${version} (${what}).`)
      },
    }
    return await withFiles(config, db, async (store) => {
      const { s3 } = config
      if (s3 !== undefined) {
        console.log(`S3: el bucket «${s3.bucket}» de ${s3.endpoint} guarda, lee y borra (objeto de prueba).`)
      }
      return report(await examine({ db, store }, options), files, faults + more)
    })
  })
}

/** What can be known before the first start. Returns the exit code. */
async function lookBefore(config: Config, faults: number): Promise<number> {
  const wrong = faults + print([...(await probePlaces(config)), ...(await probeMail(config))])
  const { databaseUrl, dataFolder } = config
  const place = databaseUrl === undefined ? dataFolder : 'la base de datos de DATABASE_URL'
  console.log(
    `En ${place} no hay datos de Foja todavía. Si ya la iniciaste, revisa ${databaseUrl === undefined ? 'FOJA_DATA_DIR, o indica la carpeta con --data' : 'DATABASE_URL'}.`,
  )
  console.log(wrong === 0 ? '✓ Los ajustes están en orden.' : `✗ Ajustes por corregir: ${count(wrong)}.`)
  return wrong === 0 ? 0 : 1
}

/** Examines the settings, and the installation if there is one. Returns the exit code. */
async function examineAll(config: Config, files: boolean): Promise<number> {
  refuseRoot(config)
  const faults = print(await probeSettings(config))
  const started = await wasStarted(config).catch((error: unknown) => {
    print([databaseFailed(error, config)])
    return null
  })
  if (started === null) return 1
  if (started) return await look(config, files, faults)
  if (files) throw new CannotHelp(`En ${config.dataFolder} no hay datos de Foja. Indica su carpeta con --data.`)
  return await lookBefore(config, faults)
}

async function main(): Promise<number> {
  let config: Config | undefined
  try {
    const { values } = parseArgs({ options: { data: { type: 'string' }, files: { type: 'boolean', default: false } } })
    config = configOf(values.data)
    for (const advice of adviceOn(config)) console.log(advice)
    return await examineAll(config, values.files)
  } catch (error) {
    console.error(explain(error, config, 'revisa'))
    return error instanceof ConfigError ? 1 : 2
  }
}

process.exitCode = await main()
