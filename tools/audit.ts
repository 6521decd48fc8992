// npm run audit -- export [--out FILE] [--data DIR]: writes the whole history as JSON Lines; read-only, with Foja stopped
// on the embedded database. Uses DATABASE_URL and FOJA_KEY_FILE like the server.
// npm run audit -- verify-export FILE [--key FILE] [--root NO:HASH] [--authority FILE]: verifies an export anywhere,
// without a database. Exits with 0 when proven, 1 when something is wrong, 2 when it could not check, and 3 when it is
// consistent but nothing outside of the file proves it.
import { parseCertificate } from '@foja/pades/certificate'
import { randomBytes, X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { open, readFile, rename, rm } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import type { Config } from '../apps/server/src/config.ts'
import { historyKey } from '../apps/server/src/keys.ts'
import { exportHistory } from '../apps/server/src/modules/setup/maintenance/export-history.ts'
import { requireKeys } from '../apps/server/src/modules/setup/maintenance/installation.ts'
import { type ExportFault, verifyExport } from '../apps/server/src/modules/setup/maintenance/verify-export.ts'
import {
  shippedAuthorities,
  shippedEncoding,
} from '../apps/server/src/modules/verification-core/shipped-authorities.ts'
import { createSeal } from '../packages/db/src/history-seal.ts'
import { chainSentence, conclude, count } from './history-words.ts'
import { CannotHelp, configOf, explain, openHistory, withInstallation } from './installation.ts'

const usage = [
  'npm run audit -- export [--out ARCHIVO] [--data CARPETA]',
  'npm run audit -- verify-export ARCHIVO [--key ARCHIVO] [--root NÚMERO:HUELLA] [--authority ARCHIVO]',
].join('\n')

const chunkLength = 65_536

/** Writes lines to the standard output or, complete and durable before it gets its name, to a new file. */
async function writeLines<T>(file: string | undefined, work: (write: (line: string) => Promise<void>) => Promise<T>) {
  if (file === undefined) {
    return await work(async (line) => {
      if (!process.stdout.write(line)) await once(process.stdout, 'drain')
    })
  }
  const temporary = `${file}.${randomBytes(6).toString('hex')}.part`
  const handle = await open(temporary, 'wx', 0o600)
  try {
    let pending = ''
    const result = await work(async (line) => {
      pending += line
      if (pending.length < chunkLength) return
      await handle.writeFile(pending)
      pending = ''
    })
    await handle.writeFile(pending)
    await handle.sync()
    await handle.close()
    await rename(temporary, file)
    return result
  } catch (error) {
    await handle.close()
    await rm(temporary, { force: true })
    throw error
  }
}

async function runExport(config: Config, out: string | undefined): Promise<number> {
  return await withInstallation(config, { migrate: false }, async ({ kysely }) => {
    const db = await openHistory(kysely, config)
    const events = await writeLines(out, async (write) => await exportHistory(db, new Date(), write))
    console.error(`✓ Historial exportado: ${count(events)} eventos${out === undefined ? '' : ` en ${out}`}.`)
    return 0
  })
}

function faultSentence(fault: ExportFault): string {
  switch (fault.kind) {
    case 'line':
      return `La línea ${fault.no} no es de una exportación, o está fuera de lugar.`
    case 'digest':
      return 'El archivo está incompleto o cambió: la huella de su última línea no corresponde.'
    case 'chain':
      return chainSentence({ ...fault, action: null })
    case 'root':
      return `La raíz ${fault.no} no corresponde a su contenido, a la anterior o a la clave.`
    case 'stamp':
      return `El sello de tiempo de la raíz ${fault.no} no es de esa raíz.`
    case 'unknown_root':
      return `La raíz ${fault.no} que indicaste no está en el archivo.`
    case 'counter':
      return `El contador de cadenas ${fault.shard} no corresponde a la clave.`
    default:
      return `Cadenas contadas que faltan, o sin contar: ${count(fault.count)}.`
  }
}

function rootOf(text: string | undefined) {
  if (text === undefined) return null
  const parts = /^(\d{1,15}):([\da-f]{64})$/.exec(text)
  if (parts === null) throw new CannotHelp(usage)
  return { no: Number(parts[1]), hash: parts[2]! }
}

/** The lines of a file. `FileHandle.readLines` also splits at U+2028 and U+2029, which titles may contain. */
async function* linesOf(file: string): AsyncGenerator<string> {
  let rest = ''
  for await (const chunk of createReadStream(file, 'utf8')) {
    const lines = `${rest}${chunk as string}`.split('\n')
    rest = lines.pop()!
    yield* lines
  }
  if (rest !== '') yield rest
}

type Proofs = { key: string | undefined; root: string | undefined; authority: string | undefined }

async function runVerify(file: string, { key, root, authority }: Proofs): Promise<number> {
  const shipped = [...shippedAuthorities().keys()].map((fingerprint) => shippedEncoding(fingerprint))
  const own = authority === undefined ? [] : [new Uint8Array(new X509Certificate(await readFile(authority)).raw)]
  const checks = {
    seal: key === undefined ? null : createSeal(historyKey(await requireKeys(key))),
    root: rootOf(root),
    anchors: [...shipped, ...own].map((der) => parseCertificate(der)),
    onFault: (fault: ExportFault) => console.log(`✗ ${faultSentence(fault)}`),
  }
  const verdict = await verifyExport(linesOf(file), checks)
  const { lines, status } = conclude(verdict, key !== undefined)
  for (const line of lines) console.log(line)
  return status
}

async function main(): Promise<number> {
  let config: Config | undefined
  try {
    const text = { type: 'string' } as const
    const { values, positionals } = parseArgs({
      options: { data: text, out: text, key: text, root: text, authority: text },
      allowPositionals: true,
    })
    const [command, file, ...others] = positionals
    const { data, out, ...proofs } = values
    const isExport = command === 'export' && file === undefined && Object.keys(proofs).length === 0
    const isVerify = command === 'verify-export' && file !== undefined && data === undefined && out === undefined
    if (others.length > 0 || (!isExport && !isVerify)) throw new CannotHelp(usage)
    if (isVerify) return await runVerify(file, { key: proofs.key, root: proofs.root, authority: proofs.authority })
    config = configOf(data)
    return await runExport(config, out)
  } catch (error) {
    console.error(explain(error, config, 'exporta el historial'))
    return 2
  }
}

process.exitCode = await main()
