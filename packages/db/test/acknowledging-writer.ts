import { openDatabase } from '../src/open-database.ts'

/** Writes rows into the database of a folder and prints each key after its write was acknowledged, until killed. */
const [folder, prefix] = process.argv.slice(2)
const quiet = (): void => {}
const database = await openDatabase({ folder: folder ?? '', logger: { info: quiet, warn: quiet, error: quiet } })
process.stdout.write('open\n')
for (let n = 0; ; n += 1) {
  const key = `${prefix} ${n}`
  await database.kysely.insertInto('throttle').values({ key }).execute()
  process.stdout.write(`${key}\n`)
}
