// npm run doctor -- [--data DIR] [--files]: verifies the history and the files of an installation; read-only,
// except for a test object in a bucket of S3. Exits with 1 when something is wrong, with 2 when it could not check. Uses DATABASE_URL and FOJA_KEY_FILE like the server.
import { parseArgs } from 'node:util'
import { adviceOn } from '../apps/server/src/config-advice.ts'
import type { Config } from '../apps/server/src/config.ts'
import { checkMailServer } from '../apps/server/src/modules/delivery/public.ts'
import { isBackupOld } from '../apps/server/src/modules/setup/maintenance/backup/backup-schedule.ts'
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
import { chainSentence, count, moment } from './history-words.ts'
import { configOf, explain, openHistory, withFiles, withInstallation } from './installation.ts'

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

function report(found: Examination, files: boolean): number {
  const { chains, events, broken, ledger, roots, stamped, versions, missing, changed, locked } = found
  console.log(`Historia: ${count(chains)} cadenas, ${count(events)} eventos, ${count(broken)} cadenas rotas.`)
  const last = stamped === null ? 'ninguna con sello de tiempo' : `sello de tiempo del ${moment(stamped)}`
  console.log(`Raíces: ${count(roots)} (${last}), ${count(ledger)} problemas con raíces y contadores.`)
  const read = files ? 'leídos enteros' : 'sin leerlos; --files los lee enteros'
  console.log(
    `Archivos: ${count(versions)} (${read}), ${count(missing)} faltan, ${count(changed)} cambiados, ${count(locked)} cifrados con otras claves.`,
  )
  const problems = broken + ledger + missing + changed + locked
  console.log(
    problems === 0 ? '✓ Todo está en orden.' : `✗ Problemas: ${count(problems)}. Recupera tu copia de respaldo.`,
  )
  return problems === 0 ? 0 : 1
}

/** What is wrong with the stored mail server. */
async function adviceOnMail(db: OpenDatabase['kysely'], { mail, keyFile }: Config): Promise<string[]> {
  const state = await checkMailServer(db, await requireKeys(keyFile))
  if (state !== 'none' && mail !== undefined) {
    return ['SMTP_URL manda sobre el servidor de correo guardado en Correos.']
  }
  return state === 'locked'
    ? ['La contraseña del correo guardada no se abre con estas claves: escríbela otra vez en Correos.']
    : []
}

const hourMs = 3_600_000

/** How the last backup by schedule ended, and how old the last complete one is. */
async function adviceOnBackups(db: OpenDatabase['kysely']): Promise<string[]> {
  const state = await readBackupState(db)
  if (state === null) return ['No hay copias de respaldo automáticas: elige una carpeta con FOJA_BACKUP_DIR.']
  const { completed, status, detail } = state
  const hours = completed === null ? null : Math.floor((Date.now() - new Date(completed).getTime()) / hourMs)
  const last = hours === null ? 'ninguna todavía' : `la última terminó hace ${hours} horas`
  const isLate = hours === null || isBackupOld(state, new Date())
  return [
    `${isLate ? '✗ ' : ''}Copias de respaldo automáticas: ${last}.`,
    ...(status === 'failed' ? [`✗ La copia del ${state.day} falló: ${detail}`] : []),
  ]
}

async function look(config: Config, files: boolean): Promise<number> {
  return await withInstallation(config, { files: true, migrate: false }, async ({ kysely }) => {
    const db = await openHistory(kysely, config)
    for (const line of [...(await adviceOnMail(db, config)), ...(await adviceOnBackups(db))]) console.log(line)
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
      return report(await examine({ db, store }, options), files)
    })
  })
}

async function main(): Promise<number> {
  let config: Config | undefined
  try {
    const { values } = parseArgs({ options: { data: { type: 'string' }, files: { type: 'boolean', default: false } } })
    config = configOf(values.data)
    for (const advice of adviceOn(config)) console.log(advice)
    return await look(config, values.files)
  } catch (error) {
    console.error(explain(error, config, 'revisa'))
    return 2
  }
}

process.exitCode = await main()
